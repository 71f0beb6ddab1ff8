import FilterGraph
import Glibc
import Imaging

/// The hair light of a studio: strands that shine already shine more, in the colour of the lamp. It adds light and
/// takes none away. A gray photo stays gray unless the lamp's colour is set.
public struct HairLight: Effect {
  public static let name = "hair-light"
  public static let summary = "Light the hair as a studio lamp does: highlights get brighter."
  /// Brightness of the lamp; 0 = unchanged. From 0 to 1, default 0.6.
  public static let strength = NumberParameter(
    "strength", default: 0.6, in: 0...1, "Brightness of the lamp; 0 = unchanged.")
  /// Colour of the lamp; the default leaves gray hair gray. Default #fff0d6.
  public static let color = ColorParameter(
    "color", default: Color(red: 1, green: 0.94, blue: 0.84),
    "Colour of the lamp; the default leaves gray hair gray.")
  /// How far the light spreads: 0 lights only highlights, 1 all of the hair. From 0 to 1, default 0.3.
  public static let spread = NumberParameter(
    "spread", default: 0.3, in: 0...1, "How far the light spreads: 0 lights only highlights, 1 all of the hair.")
  public static let parameters: [EffectParameter] = [.number(strength), .color(color), .number(spread)]
  public static let mattes: Set<MatteKind> = [.hair]

  /// Brightness of the lamp; 0 = unchanged. From 0 to 1, default 0.6.
  public var strength: Double
  /// Colour of the lamp; the default leaves gray hair gray. Default #fff0d6.
  public var color: Color
  /// How far the light spreads: 0 lights only highlights, 1 all of the hair. From 0 to 1, default 0.3.
  public var spread: Double

  public init(
    strength: Double = Self.strength.defaultValue, color: Color = Self.color.defaultValue,
    spread: Double = Self.spread.defaultValue
  ) {
    self.strength = strength
    self.color = color
    self.spread = spread
  }

  public init(settings: EffectSettings) {
    self.init(
      strength: settings[Self.strength], color: settings[Self.color], spread: settings[Self.spread])
  }

  /// The increase of the brightest strands at full strength, in stops.
  private static let stops = 1.6

  public func recipe(for subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.hair] else { return subject.image }
    let hair = HairTone(of: subject, matte, radius: subject.faceWidth * 0.3)
    let lock = HairTone(of: subject, matte, radius: subject.faceWidth * 0.12)
    let (red, green, blue) = color.linear
    let lamp = Lamp(
      color: SIMD3(red, green, blue), spread: Float(spread), gain: Float(strength * (exp2(Self.stops) - 1)),
      isColorChosen: color != Self.color.defaultValue)
    return subject.image.applying(lamp, with: [hair.around, lock.around, hair.mask])
      .blended(over: subject.image, mask: hair.mask)
  }

  /// The lamp's contribution to a pixel of hair; it never darkens, whatever its colour.
  private struct Lamp: MultipleImageKernel {
    let color: SIMD3<Float>
    let spread: Float
    let gain: Float
    let isColorChosen: Bool

    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      let (pixel, around, lock, hair) = (pixels[0], pixels[1], pixels[2], pixels[3].y)
      guard hair > 0, pixel.w > 0 else { return pixel }
      let light = Luminance.of(pixel.x, pixel.y, pixel.z) / pixel.w
      let strand = HairTone.strand(light, around: Luminance.of(lock.x, lock.y, lock.z))
      let shine = ((strand - 0.75) / (1.9 - 0.75)).clamped(to: 0...1)
      // Hair near white has enough light already.
      let room = 1 - ((light - 0.25) / (0.95 - 0.25)).clamped(to: 0...1)
      // At a soft edge skin and background show through: they get no more light than hair would.
      let seen = HairTone.strand(light, around: Luminance.of(around.x, around.y, around.z))
      let own = hair * HairTone.limited(seen, to: 4, at: hair) / max(seen, 1e-6)
      let added = tint(on: SIMD3(around.x, around.y, around.z)) * (gain * own * room * (spread + (1 - spread) * shine))
      return pixel * SIMD4(1 + added, 1)
    }

    /// The lamp's colour. With the default colour it does not colour gray hair, as in a gray photo.
    private func tint(on around: SIMD3<Float>) -> SIMD3<Float> {
      guard !isColorChosen else { return color }
      let chroma = (around.max() - around.min()) / max(around.max(), 1e-6)
      let gray = SIMD3<Float>(repeating: Luminance.of(color.x, color.y, color.z))
      return gray + (color - gray) * ((chroma - 0.01) / 0.03).clamped(to: 0...1)
    }
  }
}

extension Effect where Self == HairLight {
  /// Light the hair as a studio lamp does: highlights get brighter.
  public static func hairLight(
    strength: Double = HairLight.strength.defaultValue, color: Color = HairLight.color.defaultValue,
    spread: Double = HairLight.spread.defaultValue
  ) -> HairLight {
    HairLight(strength: strength, color: color, spread: spread)
  }
}
