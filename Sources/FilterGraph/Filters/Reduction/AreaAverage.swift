import Imaging

/// One pixel, the mean of an area: of premultiplied linear components. Pixels of the area beyond the image count as
/// transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIAreaAverage`.
public struct AreaAverage: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<AreaAverage>(
    "areaAverage", coreImageName: "CIAreaAverage", .reduction, "The mean of an area.",
    law: """
      One pixel, the mean of an area: of premultiplied linear components. Pixels of the area beyond the image count \
      as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured.")
    ],
    make: { AreaAverage() })

  public func output(for input: Image) -> Image {
    input.reduced(over: extent, by: Self.declaration.name) { area in
      AverageReduction(area: area)
    }
  }
}
