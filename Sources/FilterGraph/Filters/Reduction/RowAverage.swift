import Imaging

/// A pixel for every row of an area, side by side in one row: the mean of its premultiplied linear components. Pixels
/// of the area beyond the image count as transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIRowAverage`.
public struct RowAverage: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<RowAverage>(
    "rowAverage", coreImageName: "CIRowAverage", .reduction, "The mean colour of every row of an area.",
    law: """
      A pixel for every row of an area, side by side in one row: the mean of its premultiplied linear \
      components. Pixels of the area beyond the image count as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured.")
    ],
    make: { RowAverage() })

  public func output(for input: Image) -> Image {
    input.reduced(over: extent, by: Self.declaration.name) { area in
      LineAverageReduction(area: area, line: .row)
    }
  }
}
