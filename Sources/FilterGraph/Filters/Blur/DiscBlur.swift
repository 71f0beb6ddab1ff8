/// The mean of a disc, as a lens out of focus gives it.
///
/// Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop.
/// Up to a radius of 24 it is exact. Beyond, it is computed on a coarser grid that starts at the origin, of two pixels
/// a cell up to a radius of 100 and at least 25 cells for the radius: its edge is then 1.4 cells wide.
///
/// As in Core Image's documentation of `CIDiscBlur`.
public struct DiscBlur: Filter {
  /// The radius of the disc. In pixels, at least 0, default 8.
  public var radius: Double = 8

  init() {}

  public static let declaration = FilterDeclaration<DiscBlur>(
    "discBlur", coreImageName: "CIDiscBlur", .blur, "The mean of a disc, as a lens out of focus gives it.",
    law: """
      The mean of a disc, as a lens out of focus gives it.

      Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and \
      crop. Up to a radius of 24 it is exact. Beyond, it is computed on a coarser grid \
      that starts at the origin, of two pixels a cell up to a radius of 100 and at least 25 cells for the radius: \
      its edge is then 1.4 cells wide.
      """,
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "The radius of the disc.")
    ],
    make: { DiscBlur() })

  public func output(for input: Image) -> Image {
    Blur.disc(radius: radius).apply(to: input)
  }
}
