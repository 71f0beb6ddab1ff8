/// A gray picture of the smallest component of every pixel (`CIMinimumComponent`).
public struct MinimumComponent: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MinimumComponent>(
    "minimumComponent", coreImageName: "CIMinimumComponent", .colorEffect, "Gray from the smallest component.",
    make: { MinimumComponent() })

  // Premultiplication scales all three alike, so it does not matter here.
  public func output(for input: Image) -> Image { Image(GrayComponentOperation(.minimum), input) }
}

extension Filter where Self == MinimumComponent {
  /// Gray from the smallest component.
  public static var minimumComponent: MinimumComponent { MinimumComponent() }
}
