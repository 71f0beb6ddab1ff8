/// Vivid colours with strong contrast. A mix of the sRGB-encoded components, then a cubic curve for each. Colours are
/// clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectChrome` is not published.
public struct PhotoEffectChrome: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectChrome>(
    "photoEffectChrome", coreImageName: "CIPhotoEffectChrome", .colorEffect, "Vivid colours with strong contrast.",
    law: """
      Vivid colours with strong contrast. A mix of the sRGB-encoded components, then a cubic curve for each. Colours \
      are clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectChrome() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(1.25),
    curves: [
      PhotoEffectFormula.curve(contrast: 0.3),
      PhotoEffectFormula.curve(contrast: 0.3),
      PhotoEffectFormula.curve(black: 0.02, contrast: 0.25),
    ])
}
