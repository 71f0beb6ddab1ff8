import Imaging

/// One pixel, the smallest value of each premultiplied linear component over an area. Pixels of the area beyond the
/// image count as transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIAreaMinimum`.
public struct AreaMinimum: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<AreaMinimum>(
    "areaMinimum", coreImageName: "CIAreaMinimum", .reduction, "The smallest values of an area.",
    law: """
      One pixel, the smallest value of each premultiplied linear component over an area. Pixels of the area \
      beyond the image count as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured.")
    ],
    make: { AreaMinimum() })

  public func output(for input: Image) -> Image {
    input.applying(.areaMinMax(extent: extent))
      .cropped(to: PixelRect(x: 0, y: 0, width: 1, height: 1))
  }
}
