import Imaging

/// The image transformed, and the pixels at its edge repeated outwards without end, along the transformed axes (y
/// down). Core Image's default shrinks; see ``Clamp`` for a picture that stays as it is.
///
/// As in Core Image's documentation of `CIAffineClamp`.
public struct AffineClamp: Filter {
  /// Where a point goes: a, b, c, d, tx, ty. Default 0.4 0 0 0.4 0 0.
  public var transform: AffineTransform2D = .scale(x: 0.4, y: 0.4)

  init() {}

  public static let declaration = FilterDeclaration<AffineClamp>(
    "affineClamp", coreImageName: "CIAffineClamp", .geometry, "Transforms, and repeats the edge without end.",
    law: """
      The image transformed, and the pixels at its edge repeated outwards without end, along the transformed axes (y \
      down). Core Image's default shrinks; see ``Clamp`` for a picture that stays as it is.
      """,
    parameters: [
      .transform("transform", \.transform, "Where a point goes: a, b, c, d, tx, ty.")
    ],
    make: { AffineClamp() })

  public func output(for input: Image) -> Image {
    // The edge is repeated first: a transform adds a soft border to a picture that ends.
    input.clampedToExtent().transformed(by: transform)
  }
}
