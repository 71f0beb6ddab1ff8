/// The picture in regular hexagons that stand on a corner, each of the mean colour of what it stands for; `scale` is
/// the distance of two opposite sides, and so of two neighbours. The mean is of the premultiplied pixels that the image
/// has, so that the edge is no darker; the extent stays. What is smaller than a pixel changes nothing.
///
/// The formula is our own, as that of `CIHexagonalPixellate` is not published.
public struct HexagonalPixellate: Filter {
  /// The middle of one of them. In pixels, default: the image's centre.
  public var center: Point?
  /// The distance between opposite sides. In pixels, at least 1, default 8.
  public var scale: Double = 8

  init() {}

  public static let declaration = FilterDeclaration<HexagonalPixellate>(
    "hexagonalPixellate", coreImageName: "CIHexagonalPixellate", .stylize, "Hexagons of one colour each.",
    law: """
      The picture in regular hexagons that stand on a corner, each of the mean colour of what it stands for; \
      `scale` is the distance of two opposite sides, and so of two neighbours. The mean is of the premultiplied \
      pixels that the image has, so that the edge is no darker; the extent stays. What is smaller than a pixel \
      changes nothing.
      """, source: .own,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The middle of one of them."),
      .number("scale", \.scale, in: 1 ... .infinity, unit: .pixels, "The distance between opposite sides."),
    ],
    make: { HexagonalPixellate() })

  public func output(for input: Image) -> Image {
    input.tessellated(by: HexagonTessellation(center: center ?? input.center, width: scale), cell: scale)
  }
}
