import Imaging

/// The image scaled about the origin of its extent, which goes to 0, by a cubic of Mitchell and Netravali's family: B =
/// 0, C = 0.5 is the Catmull-Rom spline, B = C = 1/3 Mitchell's own. When it shrinks the kernel grows by as much,
/// weights sum to 1, the edge is repeated outwards. An infinite image stays as it is.
///
/// As in Core Image's documentation of `CIBicubicScaleTransform`.
public struct BicubicScaleTransform: Filter {
  /// The factor for the height. At least 0, default 1.
  public var scale: Double = 1
  /// The factor for the width is `scale` times this. At least 0, default 1.
  public var aspectRatio: Double = 1
  /// B of the cubic. From 0 to 1, default 0.
  public var b: Double = 0
  /// C of the cubic. From 0 to 1, default 0.75.
  public var c: Double = 0.75

  init() {}

  public static let declaration = FilterDeclaration<BicubicScaleTransform>(
    "bicubicScaleTransform", coreImageName: "CIBicubicScaleTransform", .geometry, "Scales with a cubic.",
    law: """
      The image scaled about the origin of its extent, which goes to 0, by a cubic of Mitchell and Netravali's \
      family: B = 0, C = 0.5 is the Catmull-Rom spline, B = C = 1/3 Mitchell's own. When it shrinks the kernel grows \
      by as much, weights sum to 1, the edge is repeated outwards. An infinite image stays as it is.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("scale", \.scale, in: 0 ... .infinity, "The factor for the height."),
      .number("aspectRatio", \.aspectRatio, in: 0 ... .infinity, "The factor for the width is `scale` times this."),
      .number("b", \.b, in: 0...1, "B of the cubic."),
      .number("c", \.c, in: 0...1, "C of the cubic."),
    ],
    make: { BicubicScaleTransform() })

  public func output(for input: Image) -> Image {
    guard let size = input.extent.size else { return input }
    if scale == 1, aspectRatio == 1 { return input }
    func scaled(_ count: Int, _ factor: Double) -> Int {
      count == 0 || factor <= 0 ? 0 : Int(min(max((Double(count) * factor).rounded(), 1), Double(1 << 17)))
    }
    let target = PixelSize(width: scaled(size.width, scale * aspectRatio), height: scaled(size.height, scale))
    let kernel = ScaleOperation.Kernel.cubic(b: b.clamped(to: 0...1), c: c.clamped(to: 0...1))
    return input.scaled(to: target, by: kernel)
  }
}
