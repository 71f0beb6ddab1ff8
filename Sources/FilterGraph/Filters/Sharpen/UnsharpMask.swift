/// The difference from a Gaussian blur added: `c + intensity (c - blur)`, on premultiplied colour; alpha stays, the
/// edge is repeated outwards.
///
/// As in Core Image's documentation of `CIUnsharpMask`.
public struct UnsharpMask: Filter {
  /// Sigma of the blur. In pixels, at least 0, default 2.5.
  public var radius: Double = 2.5
  /// How much of the difference is added. At least 0, default 0.5.
  public var intensity: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<UnsharpMask>(
    "unsharpMask", coreImageName: "CIUnsharpMask", .sharpen, "Adds the difference from a blur.",
    law: """
      The difference from a Gaussian blur added: `c + intensity (c - blur)`, on premultiplied colour; alpha stays, \
      the edge is repeated outwards.
      """,
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Sigma of the blur."),
      .number("intensity", \.intensity, in: 0 ... .infinity, "How much of the difference is added."),
    ],
    make: { UnsharpMask() })

  public func output(for input: Image) -> Image {
    input.combined(withBlurOf: radius, .sharpen, amount: intensity)
  }
}
