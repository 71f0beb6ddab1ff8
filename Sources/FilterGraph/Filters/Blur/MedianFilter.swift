/// The median of each premultiplied component over 3 by 3 pixels, the edge repeated outwards: single wrong pixels
/// vanish, edges stay.
///
/// As in Core Image's documentation of `CIMedianFilter`.
public struct MedianFilter: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MedianFilter>(
    "median", coreImageName: "CIMedianFilter", .blur, "The median over 3 by 3 pixels.",
    law: """
      The median of each premultiplied component over 3 by 3 pixels, the edge repeated outwards: single wrong pixels \
      vanish, edges stay.
      """,
    make: { MedianFilter() })

  public func output(for input: Image) -> Image {
    let result = Image(MedianOperation(), input.clampedToExtent())
    return input.extent.rect.map { result.cropped(to: $0) } ?? result
  }
}
