/// Cool colours of a film developed in the wrong chemicals. A mix of the sRGB-encoded components, then a cubic curve
/// for each. Colours are clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectProcess` is not published.
public struct PhotoEffectProcess: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectProcess>(
    "photoEffectProcess", coreImageName: "CIPhotoEffectProcess", .colorEffect,
    "Cool colours of a film developed in the wrong chemicals.",
    law: """
      Cool colours of a film developed in the wrong chemicals. A mix of the sRGB-encoded components, then a cubic \
      curve for each. Colours are clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectProcess() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(0.95),
    curves: [
      PhotoEffectFormula.curve(white: 0.93, contrast: 0.25),
      PhotoEffectFormula.curve(black: 0.01, white: 0.98, contrast: 0.2),
      PhotoEffectFormula.curve(black: 0.10, white: 1.0, contrast: 0.05),
    ])
}
