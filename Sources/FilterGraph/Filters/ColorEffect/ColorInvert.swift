/// Each component of the colour, alpha aside, becomes 1 minus itself.
///
/// As in Core Image's documentation of `CIColorInvert`.
public struct ColorInvert: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<ColorInvert>(
    "colorInvert", coreImageName: "CIColorInvert", .colorEffect, "Each component becomes 1 minus itself.",
    law: """
      Each component of the colour, alpha aside, becomes 1 minus itself.
      """,
    make: { ColorInvert() })

  public func output(for input: Image) -> Image {
    Image(ColorMatrixOperation("colorInvert", rows: [[-1, 0, 0], [0, -1, 0], [0, 0, -1]], bias: [1, 1, 1]), input)
  }
}
