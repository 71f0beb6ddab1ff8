import Glibc

/// Linear components times 2 to the power of `ev`, as more or less exposure would give; clamped to -60...60.
///
/// As in Core Image's documentation of `CIExposureAdjust`.
public struct ExposureAdjust: Filter {
  /// Stops: 1 doubles the light, -1 halves it. In stops, default 0.
  public var ev: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<ExposureAdjust>(
    "exposureAdjust", coreImageName: "CIExposureAdjust", .colorAdjustment, "Doubles the light, ev times.",
    law: """
      Linear components times 2 to the power of `ev`, as more or less exposure would give; clamped to -60...60.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("ev", coreImageKey: "inputEV", \.ev, unit: .stops, "Stops: 1 doubles the light, -1 halves it.")
    ],
    make: { ExposureAdjust() })

  public func output(for input: Image) -> Image {
    // Scaling is the same with and without premultiplication.
    ev == 0 ? input : Image(LightScaleOperation(factor: Float(exp2(ev.clamped(to: -60...60)))), input)
  }
}
