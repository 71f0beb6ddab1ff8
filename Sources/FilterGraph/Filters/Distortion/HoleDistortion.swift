/// A round hole that pushes the pixels away from its centre (y down): a pixel at t > 1 radii from the centre shows what
/// lay at `t - 1 / t`; within it is transparent. The extent grows by the radius.
///
/// As in Core Image's documentation of `CIHoleDistortion`.
public struct HoleDistortion: Filter {
  /// The centre. In pixels, default: the image's centre.
  public var center: Point?
  /// The radius of the hole. In pixels, at least 0.01, default 150.
  public var radius: Double = 150

  init() {}

  public static let declaration = FilterDeclaration<HoleDistortion>(
    "holeDistortion", coreImageName: "CIHoleDistortion", .distortion, "A round hole that pushes pixels outwards.",
    law: """
      A round hole that pushes the pixels away from its centre (y down): a pixel at t > 1 radii from the centre \
      shows what lay at `t - 1 / t`; within it is transparent. The extent grows by the radius.
      """,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The centre."),
      .number("radius", \.radius, in: 0.01 ... .infinity, unit: .pixels, "The radius of the hole."),
    ],
    make: { HoleDistortion() })

  public func output(for input: Image) -> Image {
    guard radius > 0, !input.extent.isEmpty else { return input }
    let reach = min(radius, 1e8)
    let map = RadialMap(shape: .hole, center: center ?? input.center, radius: reach)
    return Image(
      WarpOperation(map, source: input.extent, target: input.extent.outset(by: Int(reach.rounded(.up)))), input)
  }
}
