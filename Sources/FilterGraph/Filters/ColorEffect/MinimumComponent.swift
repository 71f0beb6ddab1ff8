/// A gray picture of the smallest component of every pixel.
///
/// As in Core Image's documentation of `CIMinimumComponent`.
public struct MinimumComponent: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MinimumComponent>(
    "minimumComponent", coreImageName: "CIMinimumComponent", .colorEffect, "Gray from the smallest component.",
    law: """
      A gray picture of the smallest component of every pixel.
      """,
    make: { MinimumComponent() })

  // Premultiplication scales all three alike, so it does not matter here.
  public func output(for input: Image) -> Image { Image(GrayComponentOperation(.minimum), input) }
}
