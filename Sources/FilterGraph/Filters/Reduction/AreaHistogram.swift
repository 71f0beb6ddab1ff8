import Imaging

/// How often the values of an area occur: `count` pixels in a row, whose components are the shares of red, green, blue
/// and alpha that fall into equal bins of 0...1; what lies beyond falls into the ends. Of linear colours that are not
/// premultiplied. Pixels of the area beyond the image count as transparent black. The result stands at 0. Alpha is a
/// share like the others, so that a file, whose colours are divided by it, does not hold the result: set alpha to 1
/// before it is written.
///
/// As in Core Image's documentation of `CIAreaHistogram`.
public struct AreaHistogram: Filter {
  /// The area that is measured. In pixels, default: the image's extent.
  public var extent: PixelRect?
  /// What the bins of a component add up to. At least 0, default 1.
  public var scale: Double = 1
  /// The number of bins. From 1 to 2048, default 64.
  public var count: Int = 64

  init() {}

  public static let declaration = FilterDeclaration<AreaHistogram>(
    "areaHistogram", coreImageName: "CIAreaHistogram", .reduction, "The histogram of an area.",
    law: """
      How often the values of an area occur: `count` pixels in a row, whose components are the shares of red, green, \
      blue and alpha that fall into equal bins of 0...1; what lies beyond falls into the ends. Of linear colours \
      that are not premultiplied. Pixels of the area beyond the image count as transparent black. The result stands \
      at 0. Alpha is a share like the others, so that a file, whose colours are divided by it, does not hold the \
      result: set alpha to 1 before it is written.
      """,
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is measured."),
      .number("scale", \.scale, in: 0 ... .infinity, "What the bins of a component add up to."),
      .count("count", \.count, in: 1...2048, "The number of bins."),
    ],
    make: { AreaHistogram() })

  public func output(for input: Image) -> Image {
    input.reduced(over: extent, by: Self.declaration.name) { area in
      HistogramReduction(area: area, count: count.clamped(to: 1...2048), scale: scale, weighsByAlpha: false)
    }
  }
}
