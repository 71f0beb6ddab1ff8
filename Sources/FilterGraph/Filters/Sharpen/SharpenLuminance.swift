/// The luminance's difference from its Gaussian blur added to all components alike: the differences between components,
/// so the chroma, stay; alpha stays, the edge is repeated outwards.
///
/// As in Core Image's documentation of `CISharpenLuminance`.
public struct SharpenLuminance: Filter {
  /// How much of the difference is added. Default 0.4.
  public var sharpness: Double = 0.4
  /// Sigma of the blur. In pixels, default 1.69.
  public var radius: Double = 1.69

  init() {}

  public static let declaration = FilterDeclaration<SharpenLuminance>(
    "sharpenLuminance", coreImageName: "CISharpenLuminance", .sharpen, "Sharpens the luminance, not the colours.",
    law: """
      The luminance's difference from its Gaussian blur added to all components alike: the differences between \
      components, so the chroma, stay; alpha stays, the edge is repeated outwards.
      """,
    parameters: [
      .number("sharpness", \.sharpness, "How much of the difference is added."),
      .number("radius", \.radius, unit: .pixels, "Sigma of the blur."),
    ],
    make: { SharpenLuminance() })

  public func output(for input: Image) -> Image {
    input.combined(withBlurOf: radius, .sharpenLuminance, amount: sharpness)
  }
}
