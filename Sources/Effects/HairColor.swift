import FilterGraph
import Imaging

/// Dyes the hair: each strand keeps its brightness relative to the others, the colour is the dye's.
public struct HairColor: Effect {
  public static let name = "hair-color"
  public static let summary = "Dye the hair in any colour; strands and highlights stay."
  public static let color = ColorParameter("color", default: Color(red: 0.60, green: 0.13, blue: 0.26), "The dye.")
  public static let strength = NumberParameter("strength", default: 0.85, in: 0...1, "How much of the dye shows.")
  public static let brightness = NumberParameter(
    "brightness", default: 0, in: -3...3, unit: "EV", "Makes the dyed hair brighter or darker.")
  public static let parameters: [EffectParameter] = [.color(color), .number(strength), .number(brightness)]
  public static let mattes: Set<MatteKind> = [.hair]

  public var color: Color
  public var strength: Double
  public var brightness: Double

  public init(
    color: Color = Self.color.defaultValue, strength: Double = Self.strength.defaultValue,
    brightness: Double = Self.brightness.defaultValue
  ) {
    self.color = color
    self.strength = strength
    self.brightness = brightness
  }

  public init(settings: EffectSettings) {
    color = settings[Self.color]
    strength = settings[Self.strength]
    brightness = settings[Self.brightness]
  }

  /// The linear luminance of hair that takes exactly the dye's colour.
  private static let midHair = 0.14
  /// Below 1 strands are a little nearer to each other than they were: dye evens out.
  private static let contrast = 0.75

  public func image(of subject: EffectSubject) -> Image {
    // Luminance (Rec. 709) in units of the hair that takes exactly the dye's colour.
    let luminance = SIMD4(0.2126, 0.7152, 0.0722, 0) / Self.midHair
    let strands = subject.image
      .applying(.colorMatrix(rVector: luminance, gVector: luminance, bVector: luminance))
      .applying(.gammaAdjust(power: Self.contrast))
    let dyed = strands.multiplied(by: color).applying(.exposureAdjust(ev: brightness))
    return dyed.applying(.mix(backgroundImage: subject.image, amount: strength))
      .blended(over: subject.image, mask: subject.mattes[.hair])
  }
}

extension Image {
  /// Each component multiplied by the colour's own, in linear light.
  fileprivate func multiplied(by color: Color) -> Image {
    let (red, green, blue) = color.linear
    return applying(
      .colorMatrix(
        rVector: SIMD4(Double(red), 0, 0, 0), gVector: SIMD4(0, Double(green), 0, 0),
        bVector: SIMD4(0, 0, Double(blue), 0)))
  }
}
