/// From one colour to another along the line between two points, in linear light (y down). What it is applied to is
/// ignored.
///
/// As in Core Image's documentation of `CILinearGradient`.
public struct LinearGradient: Filter {
  /// Where the first colour is. In pixels, default 0 0.
  public var point0: Point = Point(x: 0, y: 0)
  /// Where the second colour is. In pixels, default 200 200.
  public var point1: Point = Point(x: 200, y: 200)
  /// The colour at the first point and before. Default #ffffff.
  public var color0: Color = .white
  /// The colour at the second point and beyond. Default #000000.
  public var color1: Color = .black

  init() {}

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
