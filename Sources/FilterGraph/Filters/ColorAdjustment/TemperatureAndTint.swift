import Kernels
import Imaging

/// The white point moved from one temperature and tint to another: what is white under the first light becomes white
/// under the second, by Bradford's adaptation in linear light. A light's white lies on the Planckian locus (Kim and
/// others' cubics, US 7024034) at its temperature, clamped to 1667...25000 K; the tint moves it by 1/3000 of itself in
/// v of CIE 1960 (below 0 towards green, above 0 towards magenta).
///
/// The formula is our own, as that of `CITemperatureAndTint` is not published.
public struct TemperatureAndTint: Filter {
  /// Temperature in kelvin and tint of the light that is. Default 6500 0.
  public var neutral: Point = Point(x: 6500, y: 0)
  /// Temperature and tint of the light that is wanted. Default 6500 0.
  public var targetNeutral: Point = Point(x: 6500, y: 0)

  init() {}

  public static let declaration = FilterDeclaration<TemperatureAndTint>(
    "temperatureAndTint", coreImageName: "CITemperatureAndTint", .colorAdjustment,
    "Moves the white point between two lights.",
    law: """
      The white point moved from one temperature and tint to another: what is white under the first light becomes \
      white under the second, by Bradford's adaptation in linear light. A light's white lies on the Planckian locus \
      (Kim and others' cubics, US 7024034) at its temperature, clamped to 1667...25000 K; the tint moves it by 1/3000 \
      of itself in v of CIE 1960 (below 0 towards green, above 0 towards magenta).
      """, source: .own, hasIdentityDefault: true,
    parameters: [
      .point("neutral", \.neutral, unit: .scalar, "Temperature in kelvin and tint of the light that is."),
      .point("targetNeutral", \.targetNeutral, unit: .scalar, "Temperature and tint of the light that is wanted."),
    ],
    make: { TemperatureAndTint() })

  public func output(for input: Image) -> Image {
    if neutral == targetNeutral { return input }
    let toXYZ = ColorSpaceMatrix([0.4124, 0.3576, 0.1805] + Luminance.weights + [0.0193, 0.1192, 0.9505])
    let bradford = ColorSpaceMatrix([0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
    guard let fromXYZ = toXYZ.inverse, let back = bradford.inverse else { return input }
    let s = bradford.apply(Self.white(of: neutral))
    let t = bradford.apply(Self.white(of: targetNeutral))
    let scale = ColorSpaceMatrix([t.0 / s.0, 0, 0, 0, t.1 / s.1, 0, 0, 0, t.2 / s.2])
    let matrix = (fromXYZ * back * scale * bradford * toXYZ).elements
    let rows = (0..<3).map { Array(matrix[(3 * $0)..<(3 * $0 + 3)]) }
    return Image(ColorMatrixOperation("temperatureAndTint", rows: rows, bias: [0, 0, 0]), input)
  }

  /// X, Y = 1 and Z of a light.
  private static func white(of light: Point) -> (Double, Double, Double) {
    let t = light.x.clamped(to: 1667...25000)
    let x: Double
    if t < 4000 {
      x = ((-0.2661239e9 / t - 0.2343589e6) / t + 0.8776956e3) / t + 0.179910
    } else {
      x = ((-3.0258469e9 / t + 2.1070379e6) / t + 0.2226347e3) / t + 0.240390
    }
    let y: Double
    if t < 2222 {
      y = ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
    } else if t < 4000 {
      y = ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
    } else {
      y = ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
    }
    let u = 4 * x / (-2 * x + 12 * y + 3)
    // The light stays valid: v between 0.15 and 0.6.
    let v = (6 * y / (-2 * x + 12 * y + 3) - light.y / 3000).clamped(to: 0.15...0.6)
    let scale = 2 * u - 8 * v + 4
    let (cx, cy) = (3 * u / scale, 2 * v / scale)
    return (cx / cy, 1, (1 - cx - cy) / cy)
  }
}
