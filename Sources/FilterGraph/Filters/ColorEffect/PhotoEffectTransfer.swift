/// The warm colours of old prints. A mix of the sRGB-encoded components, then a cubic curve for each. Colours are
/// clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectTransfer` is not published.
public struct PhotoEffectTransfer: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectTransfer>(
    "photoEffectTransfer", coreImageName: "CIPhotoEffectTransfer", .colorEffect, "The warm colours of old prints.",
    law: """
      The warm colours of old prints. A mix of the sRGB-encoded components, then a cubic curve for each. Colours are \
      clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectTransfer() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(0.9),
    curves: [
      PhotoEffectFormula.curve(black: 0.03, white: 1.0, contrast: 0.15),
      PhotoEffectFormula.curve(black: 0.03, white: 0.96, contrast: 0.12),
      PhotoEffectFormula.curve(black: 0.06, white: 0.88, contrast: 0.1),
    ])
}
