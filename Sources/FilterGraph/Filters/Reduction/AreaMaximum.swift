import Imaging

/// One pixel, the largest value of each premultiplied linear component over an area. Pixels of the area beyond the
/// image count as transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIAreaMaximum`.
public struct AreaMaximum: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<AreaMaximum>(
    "areaMaximum", coreImageName: "CIAreaMaximum", .reduction, "The largest values of an area.",
    law: """
      One pixel, the largest value of each premultiplied linear component over an area. Pixels of the area \
      beyond the image count as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured.")
    ],
    make: { AreaMaximum() })

  public func output(for input: Image) -> Image {
    input.applying(.areaMinMax(extent: extent))
      .cropped(to: PixelRect(x: 1, y: 0, width: 1, height: 1)).translated(x: -1, y: 0)
  }
}
