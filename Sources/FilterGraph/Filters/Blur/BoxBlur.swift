/// The mean of a square of side `2 radius + 1`.
///
/// Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop.
/// Up to a radius of 100 it is exact; beyond, it is computed on a coarser grid that starts at the origin, at least 50
/// cells for the radius.
///
/// As in Core Image's documentation of `CIBoxBlur`.
public struct BoxBlur: Filter {
  /// Half the side of the square. In pixels, at least 1, default 10.
  public var radius: Double = 10

  init() {}

  public static let declaration = FilterDeclaration<BoxBlur>(
    "boxBlur", coreImageName: "CIBoxBlur", .blur, "The mean of a square.",
    law: """
      The mean of a square of side `2 radius + 1`.

      Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and \
      crop. Up to a radius of 100 it is exact; beyond, it is computed on a coarser grid that starts at the origin, \
      at least 50 cells for the radius.
      """,
    parameters: [
      .number("radius", \.radius, in: 1 ... .infinity, unit: .pixels, "Half the side of the square.")
    ],
    make: { BoxBlur() })

  public func output(for input: Image) -> Image {
    Blur.box(radius: radius).apply(to: input)
  }
}
