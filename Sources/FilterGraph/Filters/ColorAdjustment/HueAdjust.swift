import Glibc

/// Linear colours turned about the gray axis of the colour cube: grays stay, a third of a turn takes red to green.
///
/// As in Core Image's documentation of `CIHueAdjust`.
public struct HueAdjust: Filter {
  /// The angle; 2 pi is a whole turn. In radians, default 0.
  public var angle: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<HueAdjust>(
    "hueAdjust", coreImageName: "CIHueAdjust", .colorAdjustment, "Turns the colours about the gray axis.",
    law: """
      Linear colours turned about the gray axis of the colour cube: grays stay, a third of a turn takes red to \
      green.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("angle", \.angle, unit: .radians, "The angle; 2 pi is a whole turn.")
    ],
    make: { HueAdjust() })

  public func output(for input: Image) -> Image {
    if angle == 0 { return input }
    // Rodrigues' rotation about (1, 1, 1) / sqrt(3).
    let fraction = (1 - cos(angle)) / 3
    let side = sin(angle) / 3.0.squareRoot()
    let rows = [
      [cos(angle) + fraction, fraction - side, fraction + side],
      [fraction + side, cos(angle) + fraction, fraction - side],
      [fraction - side, fraction + side, cos(angle) + fraction],
    ]
    return Image(ColorMatrixOperation("hueAdjust", rows: rows, bias: [0, 0, 0]), input)
  }
}
