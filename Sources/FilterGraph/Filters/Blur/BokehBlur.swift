/// What a lens out of focus makes of points of light: discs, with a brighter ring at their edge if wanted. Beyond the
/// edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop. Up to a
/// radius of 24, or of 8 where the edge is to be 2.8 pixels wide or wider, it is exact. Beyond, it is computed on a
/// coarser grid that starts at the origin, of two pixels a cell up to a radius of 100 and at least 25 cells for the
/// radius: its edge is then 1.4 cells wide.
///
/// As in Core Image's documentation of `CIBokehBlur`.
public struct BokehBlur: Filter {
  /// The radius of the discs. In pixels, from 0 to 500, default 20.
  public var radius: Double = 20
  /// How much brighter the ring is; 1 is twice as bright. From 0 to 1, default 0.
  public var ringAmount: Double = 0
  /// The width of the ring as a fraction of the radius. From 0 to 0.2, default 0.1.
  public var ringSize: Double = 0.1
  /// The width of the soft edge; below 1 it counts as 1. In pixels, from 0 to 10, default 1.
  public var softness: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<BokehBlur>(
    "bokehBlur", coreImageName: "CIBokehBlur", .blur, "Points of light become discs, as out of focus.",
    law: """
      What a lens out of focus makes of points of light: discs, with a brighter ring at their edge if wanted. Beyond \
      the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop. \
      Up to a radius of 24, or of 8 where the edge is to be 2.8 pixels wide or wider, it is exact. Beyond, it is \
      computed on a coarser grid that starts at the origin, of two pixels a cell up to a radius of 100 and at least \
      25 cells for the radius: its edge is then 1.4 cells wide.
      """,
    parameters: [
      .number("radius", \.radius, in: 0...500, unit: .pixels, "The radius of the discs."),
      .number("ringAmount", \.ringAmount, in: 0...1, "How much brighter the ring is; 1 is twice as bright."),
      .number("ringSize", \.ringSize, in: 0...0.2, "The width of the ring as a fraction of the radius."),
      .number("softness", \.softness, in: 0...10, unit: .pixels, "The width of the soft edge; below 1 it counts as 1."),
    ],
    make: { BokehBlur() })

  public func output(for input: Image) -> Image {
    Blur.bokeh(
      radius: radius, ring: ringAmount.clamped(to: 0...100), width: ringSize.clamped(to: 0...1),
      softness: softness.clamped(to: 1...100)
    ).apply(to: input)
  }
}
