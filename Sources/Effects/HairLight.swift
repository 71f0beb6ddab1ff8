import FilterGraph
import Imaging

/// The hair light of a studio: strands that shine already shine more, in the colour of the lamp.
public struct HairLight: Effect {
  public static let name = "hair-light"
  public static let summary = "Light the hair as a studio lamp does: highlights get brighter."
  /// Brightness of the lamp; 0 = unchanged. From 0 to 1, default 0.6.
  public static let strength = NumberParameter(
    "strength", default: 0.6, in: 0...1, "Brightness of the lamp; 0 = unchanged.")
  /// Colour of the lamp. Default #fff0d6.
  public static let color = ColorParameter(
    "color", default: Color(red: 1, green: 0.94, blue: 0.84), "Colour of the lamp.")
  /// How far the light spreads: 0 lights only highlights, 1 all of the hair. From 0 to 1, default 0.3.
  public static let spread = NumberParameter(
    "spread", default: 0.3, in: 0...1, "How far the light spreads: 0 lights only highlights, 1 all of the hair.")
  public static let parameters: [EffectParameter] = [.number(strength), .color(color), .number(spread)]
  public static let mattes: Set<MatteKind> = [.hair]

  /// Brightness of the lamp; 0 = unchanged. From 0 to 1, default 0.6.
  public var strength: Double
  /// Colour of the lamp. Default #fff0d6.
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

  /// By how much the brightest strands are lifted at full strength, in stops.
  private static let stops = 1.6

  public func recipe(for subject: EffectSubject) -> Image {
    guard let hair = subject.mask(.hair) else { return subject.image }
    let picture = subject.image
    let light = picture.unpremultiplyingAlpha().settingAlphaOne().luminance()
    let around = light.mean(within: hair, radius: max(2, subject.faceWidth * 0.12)).cropped(to: PixelRect(subject.size))
    // How much brighter a strand is than those round it; a quarter of that, as a quotient is held to 1.
    let shine = around.applying(.divideBlendMode(backgroundImage: light.scaled(by: 0.25)))
      .ramp(from: 0.75 / 4, to: 1.9 / 4)
    // Hair that is near white already has light enough.
    let room = light.ramp(from: 0.25, to: 0.95).inverted
    let lit = Image.color(.white).blended(over: Image.color(.white).scaled(by: spread), mask: shine)
      .cropped(to: PixelRect(subject.size))
    return picture.applying(.exposureAdjust(ev: Self.stops)).multiplied(by: color)
      .blended(over: picture, mask: hair.and(lit).and(room).scaled(by: strength))
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
