/// Black and white with strong contrast. A mix of the sRGB-encoded components, then a cubic curve for each. Colours are
/// clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectNoir` is not published.
public struct PhotoEffectNoir: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectNoir>(
    "photoEffectNoir", coreImageName: "CIPhotoEffectNoir", .colorEffect, "Black and white with strong contrast.",
    law: """
      Black and white with strong contrast. A mix of the sRGB-encoded components, then a cubic curve for each. \
      Colours are clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectNoir() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(0),
    curves: [
      PhotoEffectFormula.curve(contrast: 0.45),
      PhotoEffectFormula.curve(contrast: 0.45),
      PhotoEffectFormula.curve(contrast: 0.45),
    ])
}
