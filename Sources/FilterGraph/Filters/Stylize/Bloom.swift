/// A glow round what is bright: the fraction `intensity` of the larger of the picture and its Gaussian blur, in linear
/// light; alpha stays, the edge is repeated outwards.
///
/// The formula is our own, as that of `CIBloom` is not published.
public struct Bloom: Filter {
  /// Sigma of the glow. In pixels, at least 0, default 10.
  public var radius: Double = 10
  /// 0 = as it is, 1 = the whole glow. At least 0, default 0.5.
  public var intensity: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<Bloom>(
    "bloom", coreImageName: "CIBloom", .stylize, "A glow round what is bright.",
    law: """
      A glow round what is bright: the fraction `intensity` of the larger of the picture and its Gaussian blur, in \
      linear light; alpha stays, the edge is repeated outwards.
      """, source: .own,
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Sigma of the glow."),
      .number("intensity", \.intensity, in: 0 ... .infinity, "0 = as it is, 1 = the whole glow."),
    ],
    make: { Bloom() })

  public func output(for input: Image) -> Image {
    input.combined(withBlurOf: radius, .lighten, amount: intensity)
  }
}
