/// The mean along a line through each pixel, as of a camera that moved: `2 radius + 1` pixels long. Beyond the edge the
/// picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop. The radius is
/// clamped to 16,384. A long line is made of shorter ones, so that its cost grows with the logarithm of the radius.
///
/// As in Core Image's documentation of `CIMotionBlur`.
public struct MotionBlur: Filter {
  /// How far the line reaches to either side. In pixels, at least 0, default 20.
  public var radius: Double = 20
  /// The direction of the line; 0 is across, above 0 turns clockwise (y down). In radians, default 0.
  public var angle: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<MotionBlur>(
    "motionBlur", coreImageName: "CIMotionBlur", .blur, "The mean along a line, as of a camera that moved.",
    law: """
      The mean along a line through each pixel, as of a camera that moved: `2 radius + 1` pixels long. Beyond the \
      edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop. The \
      radius is clamped to 16,384. A long line is made of shorter ones, so that its cost grows with the logarithm of \
      the radius.
      """,
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "How far the line reaches to either side."),
      .number(
        "angle", \.angle, unit: .radians, "The direction of the line; 0 is across, above 0 turns clockwise (y down)."),
    ],
    make: { MotionBlur() })

  public func output(for input: Image) -> Image {
    let reach = min(radius, 16_384)
    guard reach > 0, !input.extent.isEmpty else { return input }
    return LineMean(reach: reach, angle: angle).apply(to: input)
  }
}
