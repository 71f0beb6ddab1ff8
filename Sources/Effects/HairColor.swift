import FilterGraph
import Glibc
import Imaging

/// Dyes the hair: each strand keeps its brightness relative to the others, the colour is the dye's, a little lighter on
/// light hair and darker on dark.
public struct HairColor: Effect {
  public static let name = "hair-color"
  public static let summary = "Dye the hair in any colour; strands and highlights are kept."
  /// Colour of the dye. Default #992142.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.60, green: 0.13, blue: 0.26), "Colour of the dye.")
  /// Opacity of the dye; 0 = unchanged. From 0 to 1, default 0.85.
  public static let strength = NumberParameter(
    "strength", default: 0.85, in: 0...1, "Opacity of the dye; 0 = unchanged.")
  /// Brightness of the dyed hair: brighter above 0, darker below. In EV, from -3 to 3, default 0.
  public static let brightness = NumberParameter(
    "brightness", default: 0, in: -3...3, unit: "EV", "Brightness of the dyed hair: brighter above 0, darker below.")
  /// Opacity of the undyed roots, where a face was found; 0 = none. From 0 to 1, default 0.
  public static let roots = NumberParameter(
    "roots", default: 0, in: 0...1, "Opacity of the undyed roots, where a face was found; 0 = none.")
  public static let parameters: [EffectParameter] = [
    .color(color), .number(strength), .number(brightness), .number(roots),
  ]
  public static let mattes: Set<MatteKind> = [.hair]

  /// Colour of the dye. Default #992142.
  public var color: Color
  /// Opacity of the dye; 0 = unchanged. From 0 to 1, default 0.85.
  public var strength: Double
  /// Brightness of the dyed hair: brighter above 0, darker below. In EV, from -3 to 3, default 0.
  public var brightness: Double
  /// Opacity of the undyed roots, where a face was found; 0 = none. From 0 to 1, default 0.
  public var roots: Double

  public init(
    color: Color = Self.color.defaultValue, strength: Double = Self.strength.defaultValue,
    brightness: Double = Self.brightness.defaultValue, roots: Double = Self.roots.defaultValue
  ) {
    self.color = color
    self.strength = strength
    self.brightness = brightness
    self.roots = roots
  }

  public init(settings: EffectSettings) {
    self.init(
      color: settings[Self.color], strength: settings[Self.strength], brightness: settings[Self.brightness],
      roots: settings[Self.roots])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.hair] else { return subject.image }
    let hair = HairTone(of: subject, matte, radius: subject.faceWidth * 0.3)
    let lock = HairTone(of: subject, matte, radius: subject.faceWidth * 0.05)
    let (red, green, blue) = color.linear
    let dye = Dye(color: SIMD3(red, green, blue), exposure: Float(exp2(brightness)), strength: Float(strength))
    let dyed = subject.image.applying(dye, with: [hair.around, lock.around, hair.mask])
    var mask = hair.mask
    if roots > 0, let natural = grownOut(in: subject) { mask = mask.and(natural.scaled(by: roots).inverted) }
    return dyed.blended(over: subject.image, mask: mask)
  }

  /// What the dye makes of a pixel of hair.
  private struct Dye: MultipleImageKernel {
    let color: SIMD3<Float>
    let exposure: Float
    let strength: Float
    /// How bright hair may be on the whole, as a factor of the dye: below white, so that strands are seen in a light dye.
    private let most: Float
    /// How much of the light comes back without having been in the dye: seen where the dye itself gives little.
    private let sheen: Float

    /// The linear luminance of hair that takes exactly the dye's colour. Of the difference of darker hair three eighths are
    /// kept, in stops, and a quarter of that of lighter hair, which would look pale.
    private static let midHair: Float = 0.14
    /// From which brightness on colours go towards white.
    private static let shoulder: Float = 0.8

    init(color: SIMD3<Float>, exposure: Float, strength: Float) {
      self.color = color
      self.exposure = exposure
      self.strength = strength
      most = 0.72 / max(color.max(), 1e-3)
      sheen = (1 - color.max()) * (1 - color.max())
    }

    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      let (pixel, hair) = (pixels[0], pixels[3].y)
      guard hair > 0, pixel.w > 0 else { return pixel }
      let light = Luminance.of(pixel.x, pixel.y, pixel.z) / pixel.w
      let mean = Luminance.of(pixels[1].x, pixels[1].y, pixels[1].z)
      let lock = Luminance.of(pixels[2].x, pixels[2].y, pixels[2].z)
      // A strand against its lock, and the lock against all hair: a wide bright place is rather skin than shine.
      let (seenStrand, seenLock) = (HairTone.strand(light, around: lock), HairTone.strand(lock, around: mean))
      let strand = HairTone.limited(seenStrand, to: 4, at: hair)
      let tone = (mean + HairTone.dark) / Self.midHair
      let level = min(tone > 1 ? tone.squareRoot().squareRoot() : tone.threeQuarterPower.squareRoot(), most)
      // The more hair is lightened the less its highlights stand out, and skin that is seen through it least.
      let gain = max(1, level * Luminance.of(color.x, color.y, color.z) / (mean + HairTone.dark))
      let contrast = strand * HairTone.limited(seenLock, to: 1.2 + 0.4 / gain, at: 1)
      // Strands are a little nearer to each other than they were: dye evens out.
      let strands = level * (contrast > 1 ? powf(contrast, 0.75 / (1 + 0.2 * log2f(gain))) : contrast.threeQuarterPower)
      let shine = sheen * (0.01 * strands + 0.05 * max(0, strands - level))
      let dyed = Self.rolledOff((color * strands + shine) * exposure, below: max(1, light))
      // What is brighter than hair can be is so by skin or background that is seen through it, which takes no dye.
      let taken = strand / max(seenStrand, strand) * (2 / max(seenLock, 2))
      let own = SIMD3(pixel.x, pixel.y, pixel.z) / pixel.w
      return SIMD4(mixed(own + (dyed - own) * taken, over: own) * pixel.w, pixel.w)
    }

    /// A weaker dye takes as much less light, in stops: white hair that is mostly red is no pink.
    private func mixed(_ dyed: SIMD3<Float>, over own: SIMD3<Float>) -> SIMD3<Float> {
      guard strength < 1 else { return dyed }
      var result = own + (dyed - own) * strength
      for index in 0..<3 where dyed[index] < own[index] {
        result[index] = own[index] * powf(max(dyed[index], 1e-4) / max(own[index], 1e-4), strength)
      }
      return result
    }

    /// A colour that stays below a brightness, and whose highlights lose their colour as those of a photo do.
    private static func rolledOff(_ color: SIMD3<Float>, below white: Float) -> SIMD3<Float> {
      let (brightest, start) = (color.max(), Self.shoulder * white)
      guard brightest > start else { return color }
      let over = (brightest - start) / (white - start)
      let kept = (start + (white - start) * over / (1 + over)) / brightest
      let rolled = color * kept
      return rolled + (SIMD3(repeating: white) - rolled) * (0.5 * (1 - kept))
    }
  }

  /// White about the crown of each head, black where hair hangs below the cheeks; nil where no face is known.
  private func grownOut(in subject: EffectSubject) -> Image? {
    let heads = subject.shapes(of: .all).map { face in
      let crown = subject.stored(face.place(face.center, across: 0, down: -0.75 * face.height))
      return Image.color(.black).applying(
        .radialGradient(
          center: crown, radius0: 0.3 * face.height, radius1: 1.05 * face.height, color0: .white, color1: .black))
    }
    return heads.isEmpty ? nil : Image.union(of: heads, in: PixelRect(subject.size))
  }
}

extension Effect where Self == HairColor {
  /// Dye the hair in any colour; strands and highlights are kept.
  public static func hairColor(
    _ color: Color = HairColor.color.defaultValue, strength: Double = HairColor.strength.defaultValue,
    brightness: Double = HairColor.brightness.defaultValue, roots: Double = HairColor.roots.defaultValue
  ) -> HairColor {
    HairColor(color: color, strength: strength, brightness: brightness, roots: roots)
  }
}

extension Float {
  /// `x^0.75`.
  fileprivate var threeQuarterPower: Float { squareRoot() * squareRoot().squareRoot() }
}
