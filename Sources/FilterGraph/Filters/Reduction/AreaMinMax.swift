import Imaging

/// Two pixels, the smallest (left) and the largest value of each premultiplied linear component over an area. Pixels of
/// the area beyond the image count as transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIAreaMinMax`.
public struct AreaMinMax: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<AreaMinMax>(
    "areaMinMax", coreImageName: "CIAreaMinMax", .reduction, "The smallest and the largest values of an area.",
    law: """
      Two pixels, the smallest (left) and the largest value of each premultiplied linear component over an area. \
      Pixels of the area beyond the image count as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured.")
    ],
    make: { AreaMinMax() })

  public func output(for input: Image) -> Image {
    input.reduced(over: extent, by: Self.declaration.name) { area in
      MinMaxReduction(area: area)
    }
  }
}
