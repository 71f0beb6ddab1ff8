import FilterGraph
import Imaging

/// Brings the colour of the skin nearer to its own mean round each place: redness and pallor go, light and shade stay.
public struct EvenTone: Effect {
  public static let name = "even-tone"
  public static let summary = "Even out the colour of the skin, redness and pallor; light and shade are kept."
  /// Strength of the correction; 0 = unchanged. From 0 to 1, default 0.6.
  public static let strength = NumberParameter(
    "strength", default: 0.6, in: 0...1, "Strength of the correction; 0 = unchanged.")
  /// Colour temperature of the skin: warmer above 0, cooler below. From -1 to 1, default 0.
  public static let warmth = NumberParameter(
    "warmth", default: 0, in: -1...1, "Colour temperature of the skin: warmer above 0, cooler below.")
  public static let parameters: [EffectParameter] = [.number(strength), .number(warmth)]
  public static let mattes: Set<MatteKind> = [.skin]

  /// Strength of the correction; 0 = unchanged. From 0 to 1, default 0.6.
  public var strength: Double
  /// Colour temperature of the skin: warmer above 0, cooler below. From -1 to 1, default 0.
  public var warmth: Double

  public init(strength: Double = Self.strength.defaultValue, warmth: Double = Self.warmth.defaultValue) {
    self.strength = strength
    self.warmth = warmth
  }

  public init(settings: EffectSettings) {
    self.init(strength: settings[Self.strength], warmth: settings[Self.warmth])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.skin], let skin = subject.mask(.skin) else { return subject.image }
    let picture = subject.image.encoded
    // Most of one face has a say, and little of the next.
    let radius = max(2, subject.faceWidth * 0.3)
    let reduced = Reduction(of: subject.size, by: radius / 8)
    let mean = reduced.restored(
      reduced.picture(picture).mean(
        within: Image.matte(matte, fitting: PixelRect(reduced.small)), radius: radius / reduced.factor))
    var even = picture.adding(mean.withoutLuma, times: strength).adding(picture.withoutLuma, times: -strength)
    let shift = 0.03 * warmth * strength
    even = even.applying(.colorMatrix(biasVector: SIMD4(shift, 0, -1.4 * shift, 0)))
    return even.decoded(as: subject.image).blended(over: subject.image, mask: skin)
      .cropped(to: PixelRect(subject.size))
  }
}

extension Image {
  /// The components less their luma (Rec. 709), of an encoded picture: colour alone, on both sides of 0.
  fileprivate var withoutLuma: Image {
    let (r, g, b) = (Luminance.weights[0], Luminance.weights[1], Luminance.weights[2])
    return applying(
      .colorMatrix(
        rVector: SIMD4(1 - r, -g, -b, 0), gVector: SIMD4(-r, 1 - g, -b, 0), bVector: SIMD4(-r, -g, 1 - b, 0)))
  }
}

extension Effect where Self == EvenTone {
  /// Even out the colour of the skin, redness and pallor; light and shade are kept.
  public static func evenTone(
    strength: Double = EvenTone.strength.defaultValue, warmth: Double = EvenTone.warmth.defaultValue
  ) -> EvenTone {
    EvenTone(strength: strength, warmth: warmth)
  }
}
