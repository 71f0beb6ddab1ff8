import Imaging

/// The image transformed, then the pixels at its edge repeated outwards without end (`CIAffineClamp`; y down): the way to
/// blur without a soft dark fringe. Core Image's default shrinks; see ``Image/clampedToExtent()``.
public struct AffineClamp: Filter {
  /// Where a point goes: a, b, c, d, tx, ty. Default 0.4 0 0 0.4 0 0.
  public var transform: AffineTransform

  public init(transform: AffineTransform = .scale(x: 0.4, y: 0.4)) {
    self.transform = transform
  }

  public static let declaration = FilterDeclaration<AffineClamp>(
    "affineClamp", coreImageName: "CIAffineClamp", .geometry, "Transforms, then repeats the edge without end.",
    parameters: [
      .transform("transform", \.transform, "Where a point goes: a, b, c, d, tx, ty.")
    ],
    make: { AffineClamp() })

  public func output(for input: Image) -> Image {
    input.transformed(by: transform).clampedToExtent()
  }
}

extension Filter where Self == AffineClamp {
  /// Transforms, then repeats the edge without end.
  public static func affineClamp(transform: AffineTransform = .scale(x: 0.4, y: 0.4)) -> AffineClamp {
    AffineClamp(transform: transform)
  }
}
