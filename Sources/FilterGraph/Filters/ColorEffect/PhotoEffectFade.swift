/// Pale colours with lifted blacks. A mix of the sRGB-encoded components, then a cubic curve for each. Colours are
/// clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectFade` is not published.
public struct PhotoEffectFade: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectFade>(
    "photoEffectFade", coreImageName: "CIPhotoEffectFade", .colorEffect, "Pale colours with lifted blacks.",
    law: """
      Pale colours with lifted blacks. A mix of the sRGB-encoded components, then a cubic curve for each. Colours \
      are clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectFade() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(0.72),
    curves: [
      PhotoEffectFormula.curve(black: 0.09, white: 0.96, contrast: -0.1),
      PhotoEffectFormula.curve(black: 0.09, white: 0.96, contrast: -0.1),
      PhotoEffectFormula.curve(black: 0.11, white: 0.94, contrast: -0.1),
    ])
}
