/// The warm, faded colours of instant film. A mix of the sRGB-encoded components, then a cubic curve for each. Colours
/// are clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectInstant` is not published.
public struct PhotoEffectInstant: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectInstant>(
    "photoEffectInstant", coreImageName: "CIPhotoEffectInstant", .colorEffect,
    "The warm, faded colours of instant film.",
    law: """
      The warm, faded colours of instant film. A mix of the sRGB-encoded components, then a cubic curve for each. \
      Colours are clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectInstant() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(0.85),
    curves: [
      PhotoEffectFormula.curve(black: 0.06, white: 1.0, contrast: 0.1),
      PhotoEffectFormula.curve(black: 0.05, white: 0.97, contrast: 0.08),
      PhotoEffectFormula.curve(black: 0.10, white: 0.86, contrast: 0.05),
    ])
}
