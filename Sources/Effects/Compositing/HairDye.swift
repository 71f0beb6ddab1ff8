import FilterGraph
import Glibc
import Imaging

/// The result of a dye on hair, to be blended by the hair's mask. It reads the picture, the mean of all hair round each
/// place, that of the lock, the mask of the hair, the three images of ``HairShare``, the mean of the head's hair and,
/// if some hair stays natural, a mask of that.
///
/// Bleached hair has a far wider range of brightness than black hair: its shine is nearly white and the depth between
/// locks brown. So the more a dye lightens, the less it evens out the differences of strands and locks, within the
/// remaining range; but not at the hair's edge, where a shift towards the colour of skin or background is these, seen
/// through the hair.
///
/// On dark hair and in shade a light dye is not only darker but denser: by the Beer-Lambert law, light that passes
/// through more pigment loses most of the components that the pigment absorbs, so that shaded blond is honey and brown
/// rather than olive. A dark dye has almost nothing to lose.
struct HairDye: MultipleImageKernel {
  private let color: SIMD3<Float>
  private let exposure: Float
  private let strength: Float
  private let hasNatural: Bool
  private let hasFace: Bool
  /// The maximum mean brightness of hair, as a factor of the dye: below white, so that strands are visible in a light
  /// dye.
  private let most: Float
  /// The share of the light that is reflected without passing through the dye: visible where the dye itself reflects
  /// little.
  private let sheen: Float
  /// The dye's own luminance.
  private let luminance: Float
  /// From 0 for a dark dye, which is applied to hair as it is, to 1 for a light one, for which hair is bleached.
  private let bleach: Float
  /// The share of the difference of darker hair that is kept, in stops.
  private let kept: Float
  /// The binary logarithm of the dye's transmittance of each component.
  private let depth: SIMD3<Float>

  /// The linear luminance of hair that gets exactly the dye's colour. Three eighths of the difference of darker hair
  /// are kept, in stops, or a fifth under a light dye, which hides darker hair; and a quarter of that of lighter hair,
  /// which would be pale.
  private static let midHair: Float = 0.14
  /// The linear luminance of black hair in a photo with enough light.
  private static let blackHair: Float = 0.008
  /// The least amount of light: below, the picture is black.
  private static let leastLight: Float = 0.002
  /// The brightness from which colours approach white.
  private static let shoulder: Float = 0.8

  /// - Parameters:
  ///   - color: in linear light.
  ///   - exposure: a factor of the dyed hair's brightness.
  ///   - hasNatural: whether there is a mask of hair that stays natural.
  ///   - hasFace: whether a face is known. Without one the photo may have nothing but hair and darkness.
  init(color: SIMD3<Float>, exposure: Float, strength: Float, hasNatural: Bool, hasFace: Bool) {
    self.color = color
    self.exposure = exposure
    self.strength = strength
    self.hasNatural = hasNatural
    self.hasFace = hasFace
    most = 0.72 / max(color.max(), 1e-3)
    sheen = (1 - color.max()) * (1 - color.max())
    luminance = Luminance.of(color.x, color.y, color.z)
    let light = ((luminance - 0.1) / 0.4).clamped(to: 0...1)
    bleach = light * light * (3 - 2 * light)
    kept = 0.375 + (0.22 - 0.375) * bleach
    depth = SIMD3(log2f(max(color.x, 1e-3)), log2f(max(color.y, 1e-3)), log2f(max(color.z, 1e-3)))
  }

  func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
    let (pixel, matte) = (pixels[0], pixels[3].y)
    guard matte > 0, pixel.w > 0 else { return pixel }
    let own = SIMD3(pixel.x, pixel.y, pixel.z) / pixel.w
    let around = SIMD3(pixels[1].x, pixels[1].y, pixels[1].z)
    let (hair, away) = HairShare.share(of: own, at: matte, around: around, tones: pixels[4], beside: pixels[5])
    let share = hasNatural ? hair * (1 - pixels[8].y) : hair
    guard share > 0 else { return pixel }
    let light = Luminance.of(own.x, own.y, own.z)
    let mean = Luminance.of(around.x, around.y, around.z)
    let lock = Luminance.of(pixels[2].x, pixels[2].y, pixels[2].z)
    let head = Luminance.of(pixels[7].x, pixels[7].y, pixels[7].z)
    // Hair in a dark photo is dark for lack of light too, and must not glow in it.
    let lit = lit(by: pixels[6].y, hair: head)
    let tone = (head + HairTone.dark * lit) / (Self.midHair * lit)
    let level = lit * min(tone > 1 ? tone.squareRoot().squareRoot() : powf(tone, kept), most)
    let lighter = max(0, log2f(level * luminance / (mean + HairTone.dark * lit)))
    // The degree to which the dye bleaches this hair: completely from three stops on.
    let bleached = bleach * min(lighter / 3, 1)
    let (edge, lean) = ((15 * (pixels[5].w - 0.003)).clamped(to: 0...1), (5 * (away - 0.02)).clamped(to: 0...1))
    let inside = min(hair, matte) * (1 - bleached * edge * lean)
    // A strand relative to its lock, the lock relative to the surrounding hair, and that relative to all hair of the
    // head. A wide bright place is skin rather than shine, unless it is well inside of hair that gets lighter.
    let (seenStrand, seenLock) = (HairTone.strand(light, around: lock), HairTone.strand(lock, around: mean))
    let strand = HairTone.limited(seenStrand, to: 4, at: inside)
    let duller = 1.2 + 0.4 * exp2f(-lighter)
    let widest = duller + (3 - duller) * bleached * inside * inside * inside * inside
    let shade = HairTone.strand(mean, around: head).clamped(to: 0.25...2)
    // Locks leave some of the range to their strands.
    let ofLock: Float = (1 - 0.3 * bleached) * log2f(HairTone.limited(seenLock, to: widest, at: 1))
    let stops: Float = log2f(strand) + ofLock + 0.8 * log2f(shade)
    let strands = level * exp2f(kept(of: stops, lighter, bleached, room: 1.1 * lit / (level * luminance)))
    let above = max(0, strands - level)
    let shine = sheen * (0.01 * strands + 0.05 * above) + 0.25 * bleached * luminance * above
    let dyed = Self.rolledOff((pigment(at: strands / lit) * strands + shine) * exposure, below: max(1, light))
    // Pixels brighter than hair can be are skin or background visible through it, which takes no dye.
    let taken = strand / max(seenStrand, strand) * (2 / max(seenLock, 2))
    let result = mixed(own + (dyed - own) * taken, over: own)
    return SIMD4((own + (result - own) * (share / matte)) * pixel.w, pixel.w)
  }

  /// The share of dyed strands' difference from the head's hair that is kept, in stops. A dye that does not lighten
  /// evens strands out a little.
  ///
  /// - Parameters:
  ///   - lighter: by how many stops hair gets lighter.
  ///   - bleached: the share of bleaching in it, from 0 to 1.
  ///   - room: the factor by which the hair may get brighter.
  private func kept(of stops: Float, _ lighter: Float, _ bleached: Float, room: Float) -> Float {
    guard stops > 0 else { return stops * (0.75 + 0.3 * bleached) }
    let even = 0.75 / (1 + 0.2 * lighter)
    let more = stops * (even + (1.3 - even) * bleached)
    return bleached > 0 ? more / (1 + bleached * more / max(log2f(max(room, 1)), 0.3)) : more
  }

  /// The amount of light, as a fraction of that of a photo whose brightest object is half as bright as white; by the
  /// hair itself where nothing else tells.
  private func lit(by brightest: Float, hair: Float) -> Float {
    let lit = (brightest / 0.5).clamped(to: Self.leastLight...1)
    guard !hasFace || brightest < 1e-3 else { return lit }
    return max(lit, (hair / Self.blackHair).clamped(to: Self.leastLight...1))
  }

  /// The dye's colour in hair of a brightness, as a factor of the dye's: denser in darker hair, at the dye's
  /// brightness.
  private func pigment(at strands: Float) -> SIMD3<Float> {
    guard bleach > 0, strands < 1 else { return color }
    let more = bleach * min(-log2f(max(strands, 1e-4)), 2)
    let power = depth * (1 + more)
    let dense = SIMD3(exp2f(power.x), exp2f(power.y), exp2f(power.z))
    let level = dense * (luminance / Luminance.of(dense.x, dense.y, dense.z))
    // Light from the strands' surface dulls it.
    return level + (luminance - level) * (0.4 * more / (1 + more))
  }

  /// A weaker dye absorbs proportionally less light, in stops: white hair with a reddish dye does not become pink.
  private func mixed(_ dyed: SIMD3<Float>, over own: SIMD3<Float>) -> SIMD3<Float> {
    guard strength < 1 else { return dyed }
    var result = own + (dyed - own) * strength
    for index in 0..<3 where dyed[index] < own[index] {
      result[index] = own[index] * powf(max(dyed[index], 1e-4) / max(own[index], 1e-4), strength)
    }
    return result
  }

  /// A colour limited in brightness, whose highlights desaturate as in a photo.
  private static func rolledOff(_ color: SIMD3<Float>, below white: Float) -> SIMD3<Float> {
    let (brightest, start) = (color.max(), Self.shoulder * white)
    guard brightest > start else { return color }
    let over = (brightest - start) / (white - start)
    let kept = (start + (white - start) * over / (1 + over)) / brightest
    let rolled = color * kept
    return rolled + (SIMD3(repeating: white) - rolled) * (0.5 * (1 - kept))
  }
}
