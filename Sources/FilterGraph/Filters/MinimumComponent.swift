import CPixelKernels

/// A gray picture of the smallest component of every pixel (`CIMinimumComponent`).
public struct MinimumComponent: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MinimumComponent>(
    "minimumComponent", coreImageName: "CIMinimumComponent", .colorEffect, "Gray from the smallest component.",
    make: { MinimumComponent() })

  public func output(for input: Image) -> Image { Image(Operation(), input) }

  // Premultiplication scales all three alike, so it does not matter here.
  private struct Operation: PixelOperation {
    var name: String { "minimumComponent" }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      pk_minimum(row.red, row.green, row.blue, row.count)
    }
  }
}

extension Filter where Self == MinimumComponent {
  /// Gray from the smallest component.
  public static var minimumComponent: MinimumComponent { MinimumComponent() }
}
