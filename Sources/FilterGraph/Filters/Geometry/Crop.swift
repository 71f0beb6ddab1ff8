import Imaging

/// The image inside a rectangle, transparent outside (y down).
///
/// As in Core Image's documentation of `CICrop`.
public struct Crop: Filter {
  /// What is kept: x, y, width, height. In pixels, default -536870912 -536870912 1073741824 1073741824.
  public var rectangle: PixelRect = PixelRect(x: -(1 << 29), y: -(1 << 29), width: 1 << 30, height: 1 << 30)

  init() {}

  public static let declaration = FilterDeclaration<Crop>(
    "crop", coreImageName: "CICrop", .geometry, "Transparent outside a rectangle.",
    law: """
      The image inside a rectangle, transparent outside (y down).
      """,
    hasIdentityDefault: true,
    parameters: [
      .rect("rectangle", \.rectangle, "What is kept: x, y, width, height.")
    ],
    make: { Crop() })

  public func output(for input: Image) -> Image {
    input.cropped(to: rectangle)
  }
}
