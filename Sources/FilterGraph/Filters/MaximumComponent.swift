import CPixelKernels

/// A gray picture of the largest component of every pixel (`CIMaximumComponent`).
public struct MaximumComponent: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MaximumComponent>(
    "maximumComponent", coreImageName: "CIMaximumComponent", .colorEffect, "Gray from the largest component.",
    make: { MaximumComponent() })

  public func output(for input: Image) -> Image { Image(Operation(), input) }

  // Premultiplication scales all three alike, so it does not matter here.
  private struct Operation: PixelOperation {
    var name: String { "maximumComponent" }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      pk_maximum(row.red, row.green, row.blue, row.count)
    }
  }
}

extension Filter where Self == MaximumComponent {
  /// Gray from the largest component.
  public static var maximumComponent: MaximumComponent { MaximumComponent() }
}
