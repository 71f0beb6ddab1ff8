/// From one colour to another between two circles about a point, linear in light and in premultiplied colour (y down);
/// within the first it is as at it, beyond the second as at that. What it is applied to is ignored.
///
/// As in Core Image's documentation of `CIRadialGradient`.
public struct RadialGradient: Filter {
  /// The centre. In pixels, default 150 150.
  public var center: Point = Point(x: 150, y: 150)
  /// Where the first colour is. In pixels, at least 0, default 5.
  public var radius0: Double = 5
  /// Where the second colour is. In pixels, at least 0, default 100.
  public var radius1: Double = 100
  /// The colour at the first circle. Default #ffffff.
  public var color0: Color = .white
  /// The colour at the second circle. Default #000000.
  public var color1: Color = .black

  init() {}

  public static let declaration = FilterDeclaration<RadialGradient>(
    "radialGradient", coreImageName: "CIRadialGradient", .gradient, "From one colour to another between two circles.",
    law: """
      From one colour to another between two circles about a point, linear in light and in premultiplied colour (y \
      down); within the first it is as at it, beyond the second as at that. What it is applied to is ignored.
      """,
    parameters: [
      .point("center", \.center, "The centre."),
      .number("radius0", \.radius0, in: 0 ... .infinity, unit: .pixels, "Where the first colour is."),
      .number("radius1", \.radius1, in: 0 ... .infinity, unit: .pixels, "Where the second colour is."),
      .color("color0", \.color0, "The colour at the first circle."),
      .color("color1", \.color1, "The colour at the second circle."),
    ],
    make: { RadialGradient() })

  public func output(for input: Image) -> Image {
    Image(
      RoundGradientSource(.linear(from: radius0, to: radius1), center: center, color0, color1))
  }
}
