import Imaging

/// The image scaled about the origin of its extent, which goes to 0: Lanczos with 3 lobes, stretched when it shrinks.
/// The edge is repeated outwards. An infinite image stays as it is. The Catmull-Rom cubic is ``BicubicScaleTransform``
/// with C = 0.5.
///
/// As in Core Image's documentation of `CILanczosScaleTransform`.
public struct LanczosScaleTransform: Filter {
  /// The factor for the height. At least 0, default 1.
  public var scale: Double = 1
  /// The factor for the width is `scale` times this. At least 0, default 1.
  public var aspectRatio: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<LanczosScaleTransform>(
    "lanczosScaleTransform", coreImageName: "CILanczosScaleTransform", .geometry, "Scales with good quality.",
    law: """
      The image scaled about the origin of its extent, which goes to 0: Lanczos with 3 lobes, stretched when it \
      shrinks. The edge is repeated outwards. An infinite image stays as it is. The Catmull-Rom cubic is \
      ``BicubicScaleTransform`` with C = 0.5.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("scale", \.scale, in: 0 ... .infinity, "The factor for the height."),
      .number("aspectRatio", \.aspectRatio, in: 0 ... .infinity, "The factor for the width is `scale` times this."),
    ],
    make: { LanczosScaleTransform() })

  /// Scales that lead beyond it are clamped to it.
  static let longestSide = 1 << 17

  public func output(for input: Image) -> Image {
    guard let size = input.extent.size else { return input }
    if scale == 1, aspectRatio == 1 { return input }
    func scaled(_ count: Int, _ factor: Double) -> Int {
      count == 0 || factor <= 0 ? 0 : Int(min(max((Double(count) * factor).rounded(), 1), Double(Self.longestSide)))
    }
    return input.scaled(
      to: PixelSize(width: scaled(size.width, scale * aspectRatio), height: scaled(size.height, scale)))
  }
}
