/// Each component through a smooth curve by five points: the natural cubic spline in a perceptual version of the
/// working space, the square root of the linear value (with its sign). Beyond the first and the last point the curve
/// stays level, or, extrapolating, goes straight on. Points on the diagonal change nothing.
///
/// As in Core Image's documentation of `CIToneCurve`.
public struct ToneCurveFilter: Filter {
  /// The first point: input and output. Default 0 0.
  public var point0: Point = Point(x: 0, y: 0)
  /// The second point: input and output. Default 0.25 0.25.
  public var point1: Point = Point(x: 0.25, y: 0.25)
  /// The third point: input and output. Default 0.5 0.5.
  public var point2: Point = Point(x: 0.5, y: 0.5)
  /// The fourth point: input and output. Default 0.75 0.75.
  public var point3: Point = Point(x: 0.75, y: 0.75)
  /// The last point: input and output. Default 1 1.
  public var point4: Point = Point(x: 1, y: 1)
  /// Whether the curve goes on straight beyond its ends. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<ToneCurveFilter>(
    "toneCurve", coreImageName: "CIToneCurve", .colorAdjustment, "Each component through a curve by five points.",
    law: """
      Each component through a smooth curve by five points: the natural cubic spline in a perceptual version of the \
      working space, the square root of the linear value (with its sign). Beyond the first and the last point the \
      curve stays level, or, extrapolating, goes straight on. Points on the diagonal change nothing.
      """,
    hasIdentityDefault: true,
    parameters: [
      .point("point0", \.point0, unit: .scalar, "The first point: input and output."),
      .point("point1", \.point1, unit: .scalar, "The second point: input and output."),
      .point("point2", \.point2, unit: .scalar, "The third point: input and output."),
      .point("point3", \.point3, unit: .scalar, "The fourth point: input and output."),
      .point("point4", \.point4, unit: .scalar, "The last point: input and output."),
      .boolean("extrapolate", \.extrapolate, "Whether the curve goes on straight beyond its ends."),
    ],
    make: { ToneCurveFilter() })

  public func validate() throws(FilterError) {
    let xs = points.map(\.x)
    for index in 1..<5 where xs[index] - xs[index - 1] < 1e-6 {
      throw .invalidValue(
        key: "point\(index)", filter: "toneCurve", reason: "its x must be above that of the point before")
    }
  }

  public func output(for input: Image) -> Image {
    if points.allSatisfy({ $0.x == $0.y }) { return input }
    return input.applying(Kernel(points, extrapolates: extrapolate))
  }

  private var points: [Point] { [point0, point1, point2, point3, point4] }

  private struct Kernel: PixelKernel {
    private let spline: CubicSpline

    init(_ points: [Point], extrapolates: Bool) { spline = CubicSpline(points, extrapolates: extrapolates) }

    var name: String { "toneCurve" }

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      var result = pixel
      for component in 0..<3 {
        let value = pixel[component]
        let bent = spline.value(at: value < 0 ? -(-value).squareRoot() : value.squareRoot())
        result[component] = bent < 0 ? -bent * bent : bent * bent
      }
      return result
    }
  }
}
