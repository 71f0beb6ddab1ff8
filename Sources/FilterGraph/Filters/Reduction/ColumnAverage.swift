import Imaging

/// A pixel for every column of an area, side by side in one row: the mean of its premultiplied linear components.
/// Pixels of the area beyond the image count as transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIColumnAverage`.
public struct ColumnAverage: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<ColumnAverage>(
    "columnAverage", coreImageName: "CIColumnAverage", .reduction, "The mean colour of every column of an area.",
    law: """
      A pixel for every column of an area, side by side in one row: the mean of its premultiplied linear \
      components. Pixels of the area beyond the image count as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured.")
    ],
    make: { ColumnAverage() })

  public func output(for input: Image) -> Image {
    input.reduced(over: extent, by: Self.declaration.name) { area in
      LineAverageReduction(area: area, line: .column)
    }
  }
}
