import FilterGraph
import Imaging

/// Brings the colour of the skin nearer to its own mean round each place: redness and pallor go, light and shade stay.
/// Shade gets no more colour than it has light for, and shine keeps the colour of the lamp.
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
    // Most of one face contributes, and little of the next.
    let radius = max(2, subject.faceWidth * 0.3)
    let reduced = Reduction(of: subject.size, by: radius / 8)
    let small = reduced.picture(picture)
    // Shine hardly contributes: it has the lamp's colour, and would make all skin pale.
    let usual = Image.matte(matte, fitting: PixelRect(reduced.small)).and(small.applying(Unlit()))
    let mean = reduced.restored(small.mean(within: usual, radius: radius / reduced.factor))
    return picture.applying(Correction(strength: Float(strength), warmth: Float(warmth)), with: [mean])
      .decoded(as: subject.image).blended(over: subject.image, mask: skin)
      .cropped(to: PixelRect(subject.size))
  }

  /// The similarity of an encoded brightness to the lamp's own, from 0 to 1.
  private static func shine(at light: Float) -> Float { ((light - 0.72) / 0.25).clamped(to: 0...1) }

  /// White for skin that shows its own colour, nearly black for shine.
  private struct Unlit: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let own = 1 - 0.95 * shine(at: Luminance.of(pixel.x, pixel.y, pixel.z))
      return SIMD4(SIMD3(repeating: own * own), pixel.w)
    }
  }

  /// Of encoded colours and of their mean round each place.
  private struct Correction: MultipleImageKernel {
    let strength: Float
    /// The factor for a colour as saturated as skin, less 1. As a factor it affects dark skin no more than light skin,
    /// like another white balance.
    let gain: SIMD3<Float>

    init(strength: Float, warmth: Float) {
      self.strength = strength
      gain = SIMD3(0.04, 0, -0.085) * (warmth * strength)
    }

    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      let (pixel, around) = (pixels[0], pixels[1])
      let (color, mean) = (SIMD3(pixel.x, pixel.y, pixel.z), SIMD3(around.x, around.y, around.z))
      let light = Luminance.of(color.x, color.y, color.z)
      let usual = max(Luminance.of(mean.x, mean.y, mean.z), 0.02)
      // Shade has less colour than skin in light, though not by as much as it has less light.
      let ratio = max(light, 0) / usual
      let wanted = (mean - usual) * (ratio * ratio.squareRoot().squareRoot()).squareRoot()
      // Shine shows the lamp: the nearer to white, and the brighter for its place, the more of it stays.
      let shine = max(shine(at: light), (ratio - 1.4) / 0.7)
      let even = color + (wanted + light - color) * (strength * (1 - shine.clamped(to: 0...1)))
      // A black-and-white picture stays one.
      let colorfulness = ((mean.max() - mean.min()) / max(mean.max(), 0.02) - 0.02) / 0.08
      return SIMD4(even * (1 + gain * colorfulness.clamped(to: 0...1)), pixel.w)
    }
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
