/// A gray picture of the largest component of every pixel.
///
/// As in Core Image's documentation of `CIMaximumComponent`.
public struct MaximumComponent: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MaximumComponent>(
    "maximumComponent", coreImageName: "CIMaximumComponent", .colorEffect, "Gray from the largest component.",
    law: """
      A gray picture of the largest component of every pixel.
      """,
    make: { MaximumComponent() })

  // Premultiplication scales all three alike, so it does not matter here.
  public func output(for input: Image) -> Image { Image(GrayComponentOperation(.maximum), input) }
}
