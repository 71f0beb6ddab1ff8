import Glibc

/// Linear colours, not premultiplied, times the light of a lamp above the picture: `brightness` times its colour, times
/// the cosine of the angle at which it falls, times `exp(-(1 - cos a) / concentration)` with a the angle from the
/// beam's axis, which goes from the lamp to the point that it is directed at. Where the beam's axis meets a lamp that
/// hangs straight above, the factor is the brightness. y points down, the third coordinate to the viewer. Alpha and
/// extent stay.
///
/// The formula is our own, as that of `CISpotLight` is not published.
public struct SpotLight: Filter {
  /// Where the lamp hangs: x, y and the height above the picture, in pixels. 3 numbers, default 400 600 150.
  public var lightPosition: [Double] = [400, 600, 150]
  /// What the lamp is directed at: x, y and the height above the picture, in pixels. 3 numbers, default 200 200 0.
  public var lightPointsAt: [Double] = [200, 200, 0]
  /// How bright it is in the middle of the beam. At least 0, default 3.
  public var brightness: Double = 3
  /// How wide the beam is; smaller is narrower. At least 0.001, default 0.1.
  public var concentration: Double = 0.1
  /// The colour of the light; its alpha does not count. Default #ffffff.
  public var color: Color = .white

  init() {}

  public static let declaration = FilterDeclaration<SpotLight>(
    "spotLight", coreImageName: "CISpotLight", .stylize, "The picture lit by a spotlight.",
    law: """
      Linear colours, not premultiplied, times the light of a lamp above the picture: `brightness` times its \
      colour, times the cosine of the angle at which it falls, times `exp(-(1 - cos a) / concentration)` with a \
      the angle from the beam's axis, which goes from the lamp to the point that it is directed at. Where the \
      beam's axis meets a lamp that hangs straight above, the factor is the brightness. y points down, the third \
      coordinate to the viewer. Alpha and extent stay.
      """, source: .own,
    parameters: [
      .vector(
        "lightPosition", \.lightPosition, count: 3,
        "Where the lamp hangs: x, y and the height above the picture, in pixels."),
      .vector(
        "lightPointsAt", \.lightPointsAt, count: 3,
        "What the lamp is directed at: x, y and the height above the picture, in pixels."),
      .number(
        "brightness", \.brightness, in: 0 ... .infinity, "How bright it is in the middle of the beam."),
      .number("concentration", \.concentration, in: 0.001 ... .infinity, "How wide the beam is; smaller is narrower."),
      .color("color", \.color, "The colour of the light; its alpha does not count."),
    ],
    make: { SpotLight() })

  public func output(for input: Image) -> Image {
    guard lightPosition.count == 3, lightPointsAt.count == 3 else { return input }
    let position = SIMD3(lightPosition[0], lightPosition[1], lightPosition[2])
    return input.applying(
      Beam(
        position: position, axis: SIMD3(lightPointsAt[0], lightPointsAt[1], lightPointsAt[2]) - position,
        brightness: max(brightness, 0), concentration: max(concentration, 1e-6),
        color: Color(red: color.red, green: color.green, blue: color.blue).premultiplied))
  }

  private struct Beam: PixelKernel {
    let position: SIMD3<Double>
    let axis: SIMD3<Double>
    let brightness: Double
    let concentration: Double
    let color: SIMD4<Float>
    var name: String { "spotLight" }

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let ray = SIMD3(Double(x) + 0.5, Double(y) + 0.5, 0) - position
      let lengths = (ray * ray).sum().squareRoot() * (axis * axis).sum().squareRoot()
      guard lengths > 0 else { return pixel * color * Float(brightness) }
      let fromAxis = (ray * axis).sum() / lengths
      let incidence = max(position.z, 0) / (ray * ray).sum().squareRoot()
      return pixel * color * Float(brightness * incidence * exp((fromAxis - 1) / concentration))
    }
  }
}
