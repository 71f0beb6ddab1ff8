import Imaging

/// The pixels at the edge of a rectangle repeated outwards without end: the way to blur without a soft dark fringe. See
/// ``Image/clampedToExtent()``.
///
/// As in Core Image's documentation of `CIClamp`.
public struct Clamp: Filter {
  /// What is repeated beyond its edge: x, y, width, height. In pixels, default: the image's extent.
  public var extent: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<Clamp>(
    "clamp", coreImageName: "CIClamp", .geometry, "Repeats the edge without end.",
    law: """
      The pixels at the edge of a rectangle repeated outwards without end: the way to blur without a soft dark \
      fringe. See ``Image/clampedToExtent()``.
      """,
    parameters: [
      .rect(
        "extent", \.extent, default: "the image's extent", "What is repeated beyond its edge: x, y, width, height.")
    ],
    make: { Clamp() })

  public func output(for input: Image) -> Image {
    guard let extent else { return input.clampedToExtent() }
    return input.cropped(to: extent).clampedToExtent()
  }
}
