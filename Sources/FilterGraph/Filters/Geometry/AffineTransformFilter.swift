import Imaging

/// The image moved, turned, scaled, sheared (y down): bilinear samples, exact copies where whole pixels go to whole
/// pixels.
///
/// As in Core Image's documentation of `CIAffineTransform`.
public struct AffineTransformFilter: Filter {
  /// Where a point goes: a, b, c, d, tx, ty. Default 1 0 0 1 0 0.
  public var transform: AffineTransform2D = .identity

  init() {}

  public static let declaration = FilterDeclaration<AffineTransformFilter>(
    "affineTransform", coreImageName: "CIAffineTransform", .geometry, "Moves, turns, scales, shears.",
    law: """
      The image moved, turned, scaled, sheared (y down): bilinear samples, exact copies where whole pixels go to \
      whole pixels.
      """,
    hasIdentityDefault: true,
    parameters: [
      .transform("transform", \.transform, "Where a point goes: a, b, c, d, tx, ty.")
    ],
    make: { AffineTransformFilter() })

  public func output(for input: Image) -> Image {
    input.transformed(by: transform)
  }
}
