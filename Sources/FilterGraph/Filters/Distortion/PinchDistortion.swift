/// Pixels drawn towards a point (y down): a pixel at t radii from the centre shows what lay at `t^(1 - scale)`; beyond
/// the radius nothing changes. The scale is clamped to 0...0.99, beyond which nothing would be left. The extent stays.
///
/// As in Core Image's documentation of `CIPinchDistortion`.
public struct PinchDistortion: Filter {
  /// The centre. In pixels, default: the image's centre.
  public var center: Point?
  /// How far the effect reaches. In pixels, at least 0, default 300.
  public var radius: Double = 300
  /// How strongly; 0 changes nothing. At least 0, default 0.5.
  public var scale: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<PinchDistortion>(
    "pinchDistortion", coreImageName: "CIPinchDistortion", .distortion, "Draws pixels towards a point.",
    law: """
      Pixels drawn towards a point (y down): a pixel at t radii from the centre shows what lay at `t^(1 - scale)`; \
      beyond the radius nothing changes. The scale is clamped to 0...0.99, beyond which nothing would be left. The \
      extent stays.
      """,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The centre."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "How far the effect reaches."),
      .number("scale", \.scale, in: 0 ... .infinity, "How strongly; 0 changes nothing."),
    ],
    make: { PinchDistortion() })

  public func output(for input: Image) -> Image {
    guard scale != 0, radius > 0, !input.extent.isEmpty else { return input }
    let map = RadialMap(
      shape: .pinch(scale: scale.clamped(to: 0...0.99)), center: center ?? input.center, radius: min(radius, 1e8))
    return Image(WarpOperation(map, source: input.extent, target: input.extent), input)
  }
}
