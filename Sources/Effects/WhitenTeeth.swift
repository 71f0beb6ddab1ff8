import FilterGraph
import Imaging

/// Takes the yellow out of teeth and lifts them a little; gums and lips at the matte's edge stay, and nothing gets
/// bluer than it was. In warm light gums are told from teeth by how red the teeth round them are, and teeth keep a
/// little of the light's warmth.
public struct WhitenTeeth: Effect {
  public static let name = "whiten-teeth"
  public static let summary = "Remove yellow from teeth and brighten them, without a glow."
  /// Strength of the whitening; 0 = unchanged. From 0 to 1, default 0.7.
  public static let strength = NumberParameter(
    "strength", default: 0.7, in: 0...1, "Strength of the whitening; 0 = unchanged.")
  public static let parameters: [EffectParameter] = [.number(strength)]
  public static let mattes: Set<MatteKind> = [.teeth]

  /// Strength of the whitening; 0 = unchanged. From 0 to 1, default 0.7.
  public var strength: Double

  public init(strength: Double = Self.strength.defaultValue) { self.strength = strength }
  public init(settings: EffectSettings) { strength = settings[Self.strength] }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let teeth = subject.mattes[.teeth], let area = teeth.filledArea(in: subject.size) else {
      return subject.image
    }
    let matte = Image.matte(teeth, fitting: PixelRect(subject.size))
    let picture = subject.image.opaque.cropped(to: area)
    let seen = picture.applying(Seen())
    // The whole mouth contributes, and hardly the next one.
    let mean = seen.mean(within: matte.and(seen.applying(Toothness())), radius: max(2, subject.faceWidth * 0.12))
      .cropped(to: area)
    return seen.applying(Whitening(strength: Float(strength)), with: [mean])
      .withAlpha(of: subject.image).blended(over: subject.image, mask: matte)
  }

  /// The difference of perceived green from red, as a fraction of red.
  private static func redness(of seen: SIMD4<Float>) -> Float { (seen.x - seen.y) / max(seen.x, 0.01) }

  /// Square roots, an approximation of perceived values.
  private struct Seen: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      pixel.replacing(with: 0, where: pixel .< 0).squareRoot()
    }
  }

  /// White for a possible tooth in the warmest light, black for a gum in any light.
  private struct Toothness: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      SIMD4(SIMD3(repeating: ((0.46 - redness(of: pixel)) / 0.1).clamped(to: 0...1)), pixel.w)
    }
  }

  private struct Whitening: MultipleImageKernel {
    let strength: Float

    /// The redness up to which a pixel is a tooth, and from which it is gum or lip, in white light.
    private static let teeth: Float = 0.24
    private static let gums: Float = 0.42
    /// The share of the yellow that is left in the whitest teeth.
    private static let rest: Float = 0.15

    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      let (pixel, mean) = (pixels[0], pixels[1])
      let (seen, around) = (SIMD3(pixel.x, pixel.y, pixel.z), SIMD3(mean.x, mean.y, mean.z))
      let usual = redness(of: mean)
      let (least, most) = (max(Self.teeth, usual + 0.09), max(Self.gums, usual + 0.26))
      let weight = strength * ((most - redness(of: pixel)) / (most - least)).clamped(to: 0...1)
      let light = Luminance.of(seen.x, seen.y, seen.z)
      // The increase is largest in the middle of the range, and white stays white.
      let lifted = light < 1 ? light + 0.3 * light * (1 - light) : light
      // Teeth that are redder than any teeth in white light are lit by warm light, and gray ones would look blue in it.
      let warmth = 0.25 * ((usual - 0.15) / 0.15).clamped(to: 0...1)
      let cast = (around / max(Luminance.of(around.x, around.y, around.z), 0.01) - 1) * lifted
      let white = SIMD3(repeating: lifted) + (seen - light) * Self.rest * (1 - warmth) + cast * warmth
      let result = seen + (white - seen) * weight
      return SIMD4(result * result, pixel.w)
    }
  }
}

extension Effect where Self == WhitenTeeth {
  /// Remove yellow from teeth and brighten them, without a glow.
  public static func whitenTeeth(strength: Double = WhitenTeeth.strength.defaultValue) -> WhitenTeeth {
    WhitenTeeth(strength: strength)
  }
}
