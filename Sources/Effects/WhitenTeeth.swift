import FilterGraph
import Imaging

/// Takes the yellow out of teeth and lifts them a little; gums and lips at the matte's edge stay, and nothing gets bluer
/// than it was.
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
    return subject.image.cropped(to: area).applying(Whitening(strength: Float(strength)))
      .blended(over: subject.image, mask: Image.matte(teeth, fitting: PixelRect(subject.size)))
  }

  private struct Whitening: PixelKernel {
    let strength: Float

    /// How much green may fall behind red, as a fraction of red, in teeth, and from where on it is a gum or a lip.
    private static let teeth: Float = 0.24
    private static let gums: Float = 0.42
    /// How much of the yellow is left in the whitest teeth.
    private static let rest: Float = 0.15

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      // Square roots are near enough to what is seen.
      let seen = SIMD3(pixel.x, pixel.y, pixel.z).replacing(with: 0, where: SIMD3(pixel.x, pixel.y, pixel.z) .< 0)
        .squareRoot()
      let redness = (seen.x - seen.y) / max(seen.x, 0.01)
      let weight = strength * ((Self.gums - redness) / (Self.gums - Self.teeth)).clamped(to: 0...1)
      let light = Luminance.of(seen.x, seen.y, seen.z)
      // Lifted most in the middle of the range, and white stays white.
      let lifted = light < 1 ? light + 0.3 * light * (1 - light) : light
      let white = SIMD3(repeating: lifted) + (seen - light) * Self.rest
      let result = seen + (white - seen) * weight
      return weight > 0 ? SIMD4(result * result, pixel.w) : pixel
    }
  }
}

extension Effect where Self == WhitenTeeth {
  /// Remove yellow from teeth and brighten them, without a glow.
  public static func whitenTeeth(strength: Double = WhitenTeeth.strength.defaultValue) -> WhitenTeeth {
    WhitenTeeth(strength: strength)
  }
}
