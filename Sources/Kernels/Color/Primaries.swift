import Imaging

/// The chromaticities (CIE 1931 x, y) of a colour space's primaries and white.
struct Primaries {
  struct Chromaticity {
    let x: Double
    let y: Double
    /// XYZ of luminance 1.
    var xyz: (Double, Double, Double) { (x / y, 1, (1 - x - y) / y) }
  }

  let red: Chromaticity
  let green: Chromaticity
  let blue: Chromaticity
  let white: Chromaticity

  private static let d65 = Chromaticity(x: 0.3127, y: 0.3290)

  /// IEC 61966-2-1 (Rec. ITU-R BT.709).
  static let sRGB = Primaries(
    red: Chromaticity(x: 0.64, y: 0.33), green: Chromaticity(x: 0.30, y: 0.60), blue: Chromaticity(x: 0.15, y: 0.06),
    white: d65)
  /// SMPTE RP 431-2 with the white of sRGB.
  static let displayP3 = Primaries(
    red: Chromaticity(x: 0.680, y: 0.320), green: Chromaticity(x: 0.265, y: 0.690),
    blue: Chromaticity(x: 0.150, y: 0.060), white: d65)
  /// Adobe RGB (1998) colour image encoding.
  static let adobeRGB = Primaries(
    red: Chromaticity(x: 0.64, y: 0.33), green: Chromaticity(x: 0.21, y: 0.71), blue: Chromaticity(x: 0.15, y: 0.06),
    white: d65)

  /// ITU-R BT.2020.
  static let bt2020 = Primaries(
    red: Chromaticity(x: 0.708, y: 0.292), green: Chromaticity(x: 0.170, y: 0.797),
    blue: Chromaticity(x: 0.131, y: 0.046), white: d65)

  /// Whether the primaries span a triangle that contains white.
  var areIndependent: Bool {
    func turn(_ a: Chromaticity, _ b: Chromaticity, _ c: Chromaticity) -> Double {
      (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
    let sides = [turn(red, green, white), turn(green, blue, white), turn(blue, red, white)]
    return sides.allSatisfy { $0 > 0.001 } || sides.allSatisfy { $0 < -0.001 }
  }

  /// Linear samples to XYZ under the space's own white.
  var toXYZ: ColorSpaceMatrix {
    let columns = ColorSpaceMatrix(columns: red.xyz, green.xyz, blue.xyz)
    guard let inverse = columns.inverse else { return .identity }
    let weights = inverse.apply(white.xyz)
    return ColorSpaceMatrix(
      columns: scaled(red.xyz, weights.0), scaled(green.xyz, weights.1), scaled(blue.xyz, weights.2))
  }

  private func scaled(_ v: (Double, Double, Double), _ k: Double) -> (Double, Double, Double) {
    (v.0 * k, v.1 * k, v.2 * k)
  }
}

extension Primaries {
  init(_ primaries: ColorPrimaries) {
    switch primaries {
    case .bt709: self = .sRGB
    case .displayP3: self = .displayP3
    case .bt2020: self = .bt2020
    }
  }
}
