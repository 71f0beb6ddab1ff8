/// A lens that shows its centre larger (above 0) or smaller (y down): a pixel at t radii from the centre shows what lay
/// at `t (1 - scale (1 - t^2)^2)`; beyond the radius nothing changes. The scale is clamped to -1...1, beyond which the
/// picture would fold. The extent stays.
///
/// As in Core Image's documentation of `CIBumpDistortion`.
public struct BumpDistortion: Filter {
  /// The centre. In pixels, default: the image's centre.
  public var center: Point?
  /// How far the effect reaches. In pixels, at least 0, default 300.
  public var radius: Double = 300
  /// How strong the lens is. Default 0.5.
  public var scale: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<BumpDistortion>(
    "bumpDistortion", coreImageName: "CIBumpDistortion", .distortion, "A lens that shows its centre larger.",
    law: """
      A lens that shows its centre larger (above 0) or smaller (y down): a pixel at t radii from the centre shows \
      what lay at `t (1 - scale (1 - t^2)^2)`; beyond the radius nothing changes. The scale is clamped to -1...1, \
      beyond which the picture would fold. The extent stays.
      """,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The centre."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "How far the effect reaches."),
      .number("scale", \.scale, "How strong the lens is."),
    ],
    make: { BumpDistortion() })

  public func output(for input: Image) -> Image {
    guard scale != 0, radius > 0, !input.extent.isEmpty else { return input }
    let map = RadialMap(
      shape: .bump(scale: scale.clamped(to: -1...1)), center: center ?? input.center, radius: min(radius, 1e8))
    return Image(WarpOperation(map, source: input.extent, target: input.extent), input)
  }
}
