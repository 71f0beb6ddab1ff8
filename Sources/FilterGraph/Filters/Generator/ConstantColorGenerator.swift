/// One colour everywhere. What it is applied to is ignored.
///
/// As in Core Image's documentation of `CIConstantColorGenerator`.
public struct ConstantColorGenerator: Filter {
  /// The colour. Default #ff0000.
  public var color: Color = Color(red: 1, green: 0, blue: 0)

  init() {}

  public static let declaration = FilterDeclaration<ConstantColorGenerator>(
    "constantColorGenerator", coreImageName: "CIConstantColorGenerator", .generator, "One colour everywhere.",
    law: """
      One colour everywhere. What it is applied to is ignored.
      """,
    parameters: [
      .color("color", \.color, "The colour.")
    ],
    make: { ConstantColorGenerator() })

  public func output(for input: Image) -> Image {
    Image.color(color)
  }
}
