/// A Gaussian blur, cut off at 3 sigma.
///
/// Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop.
/// A large blur is computed on a coarser grid that starts at the origin, so its cost does not grow with the radius.
///
/// As in Core Image's documentation of `CIGaussianBlur`.
public struct GaussianBlur: Filter {
  /// Sigma: along a line two thirds of the light stay within. In pixels, at least 0, default 10.
  public var radius: Double = 10

  init() {}

  public static let declaration = FilterDeclaration<GaussianBlur>(
    "gaussianBlur", coreImageName: "CIGaussianBlur", .blur, "A Gaussian blur; the radius is sigma.",
    law: """
      A Gaussian blur, cut off at 3 sigma.

      Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and \
      crop. A large blur is computed on a coarser grid that starts at the origin, so its cost does not grow with the \
      radius.
      """,
    parameters: [
      .number(
        "radius", \.radius, in: 0 ... .infinity, unit: .pixels,
        "Sigma: along a line two thirds of the light stay within.")
    ],
    make: { GaussianBlur() })

  public func output(for input: Image) -> Image {
    Blur.gaussian(sigma: radius).apply(to: input)
  }
}
