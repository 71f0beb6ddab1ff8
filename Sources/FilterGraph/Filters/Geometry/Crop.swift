import Imaging

/// The image inside a rectangle, transparent outside (y down).
///
/// As in Core Image's documentation of `CICrop`.
public struct Crop: Filter {
  /// What is kept: x, y, width, height. In pixels, default: all of the image.
  public var rectangle: PixelRect?

  init() {}

  public static let declaration = FilterDeclaration<Crop>(
    "crop", coreImageName: "CICrop", .geometry, "Transparent outside a rectangle.",
    law: """
      The image inside a rectangle, transparent outside (y down).
      """,
    hasIdentityDefault: true,
    parameters: [
      .rect("rectangle", \.rectangle, default: "all of the image", "What is kept: x, y, width, height.")
    ],
    make: { Crop() })

  public func output(for input: Image) -> Image {
    rectangle.map(input.cropped(to:)) ?? input
  }
}
