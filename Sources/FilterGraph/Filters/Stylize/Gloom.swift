/// What is bright made dull: the fraction `intensity` of the smaller of the picture and its Gaussian blur, in linear
/// light; alpha stays, the edge is repeated outwards.
///
/// The formula is our own, as that of `CIGloom` is not published.
public struct Gloom: Filter {
  /// Sigma of the blur. In pixels, at least 0, default 10.
  public var radius: Double = 10
  /// 0 = as it is, 1 = the whole effect. At least 0, default 0.5.
  public var intensity: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<Gloom>(
    "gloom", coreImageName: "CIGloom", .stylize, "Makes dull what is bright.",
    law: """
      What is bright made dull: the fraction `intensity` of the smaller of the picture and its Gaussian blur, in \
      linear light; alpha stays, the edge is repeated outwards.
      """, source: .own,
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Sigma of the blur."),
      .number("intensity", \.intensity, in: 0 ... .infinity, "0 = as it is, 1 = the whole effect."),
    ],
    make: { Gloom() })

  public func output(for input: Image) -> Image {
    input.combined(withBlurOf: radius, .darken, amount: intensity)
  }
}
