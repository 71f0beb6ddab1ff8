/// From one colour to another along the line between two points, in linear light (y down). What it is applied to is
/// ignored.
///
/// As Core Image's documentation says of `CILinearGradient`.
public struct LinearGradient: Filter {
  /// Where the first colour is. In pixels, default 0 0.
  public var point0: Point
  /// Where the second colour is. In pixels, default 200 200.
  public var point1: Point
  /// The colour at the first point and before. Default #ffffff.
  public var color0: Color
  /// The colour at the second point and beyond. Default #000000.
  public var color1: Color

  public init(
    point0: Point = Point(x: 0, y: 0), point1: Point = Point(x: 200, y: 200), color0: Color = .white,
    color1: Color = .black
  ) {
    self.point0 = point0
    self.point1 = point1
    self.color0 = color0
    self.color1 = color1
  }

  public static let declaration = FilterDeclaration<LinearGradient>(
    "linearGradient", coreImageName: "CILinearGradient", .gradient, "From one colour to another along a line.",
    law: """
      From one colour to another along the line between two points, in linear light (y down). What it is applied to \
      is ignored.
      """,
    parameters: [
      .point("point0", \.point0, "Where the first colour is."),
      .point("point1", \.point1, "Where the second colour is."),
      .color("color0", \.color0, "The colour at the first point and before."),
      .color("color1", \.color1, "The colour at the second point and beyond."),
    ],
    make: { LinearGradient() })

  public func output(for input: Image) -> Image {
    Image.linearGradient(from: point0, color0, to: point1, color1)
  }
}

extension Filter where Self == LinearGradient {
  /// From one colour to another along a line.
  public static func linearGradient(
    point0: Point = Point(x: 0, y: 0), point1: Point = Point(x: 200, y: 200), color0: Color = .white,
    color1: Color = .black
  ) -> LinearGradient {
    LinearGradient(point0: point0, point1: point1, color0: color0, color1: color1)
  }
}
