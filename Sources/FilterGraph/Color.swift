import Kernels

/// A colour with alpha, not premultiplied, in extended sRGB: 0...1 is sRGB's range, values beyond are allowed.
public struct Color: Sendable, Hashable, CustomStringConvertible {
  /// sRGB-encoded components.
  public let red: Double
  /// sRGB-encoded green.
  public let green: Double
  /// sRGB-encoded blue.
  public let blue: Double
  /// 0 = transparent, 1 = opaque.
  public let alpha: Double

  /// From sRGB-encoded components, as in CSS and picture editors.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From components proportional to light.
  public init(linearRed: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.init(
      red: ToneCurve.sRGB.encoded(linearRed), green: ToneCurve.sRGB.encoded(green),
      blue: ToneCurve.sRGB.encoded(blue), alpha: alpha)
  }

  /// From a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, or a name such as `tomato` or
  /// `transparent`; nil if it is none of these. Source: CSS Color Module Level 4.
  public init?(css text: String) {
    let text = text.lowercased()
    if text == "transparent" {
      self = .clear
      return
    }
    if let value = CSSColorNames.values[text] {
      self.init(hex: value, alpha: 255)
      return
    }
    guard text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count - 1 else { return nil }
    let values: [Int]
    switch digits.count {
    case 3, 4: values = digits.map { $0 * 17 }
    case 6, 8: values = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(hex: values[0] << 16 | values[1] << 8 | values[2], alpha: values.count > 3 ? values[3] : 255)
  }

  private init(hex: Int, alpha: Int) {
    self.init(
      red: Double(hex >> 16) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255,
      alpha: Double(alpha) / 255)
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Linear components, not premultiplied.
  public var linear: (red: Float, green: Float, blue: Float) {
    (
      Float(ToneCurve.sRGB.linear(of: red)), Float(ToneCurve.sRGB.linear(of: green)),
      Float(ToneCurve.sRGB.linear(of: blue))
    )
  }

  /// `#rrggbb` or, where not opaque, `#rrggbbaa`.
  public var description: String {
    let all = [red, green, blue, alpha].map { Int((($0.isNaN ? 0 : $0).clamped(to: 0...1) * 255).rounded()) }
    let used = all[3] == 255 ? all.dropLast() : all[...]
    return "#" + used.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
