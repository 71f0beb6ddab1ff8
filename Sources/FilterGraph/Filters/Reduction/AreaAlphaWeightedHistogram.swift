import Imaging

/// How often the colours of an area occur, pixels counted by their alpha: as `areaHistogram`, the result opaque. Pixels
/// of the area beyond the image count as transparent black. The result stands at 0.
///
/// As in Core Image's documentation of `CIAreaAlphaWeightedHistogram`.
public struct AreaAlphaWeightedHistogram: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?
  /// What the bins of a component add up to. At least 0, default 1.
  public var scale: Double = 1
  /// The number of bins. From 1 to 2048, default 64.
  public var count: Int = 64

  init() {}

  public static let declaration = FilterDeclaration<AreaAlphaWeightedHistogram>(
    "areaAlphaWeightedHistogram", coreImageName: "CIAreaAlphaWeightedHistogram", .reduction,
    "The histogram of an area, weighted by alpha.",
    law: """
      How often the colours of an area occur, pixels counted by their alpha: as `areaHistogram`, the result opaque. \
      Pixels of the area beyond the image count as transparent black. The result stands at 0.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured."),
      .number("scale", \.scale, in: 0 ... .infinity, "What the bins of a component add up to."),
      .count("count", \.count, in: 1...2048, "The number of bins."),
    ],
    make: { AreaAlphaWeightedHistogram() })

  public func output(for input: Image) -> Image {
    input.reduced(over: extent, by: Self.declaration.name) { area in
      HistogramReduction(area: area, count: count.clamped(to: 1...2048), scale: scale, weighsByAlpha: true)
    }
  }
}
