/// Black and white with even tones. A mix of the sRGB-encoded components, then a cubic curve for each. Colours are
/// clamped to 0...1 first unless it extrapolates.
///
/// The formula is our own, as that of `CIPhotoEffectTonal` is not published.
public struct PhotoEffectTonal: Filter {
  /// Whether colours beyond 0...1 are not clamped first. Default false.
  public var extrapolate: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<PhotoEffectTonal>(
    "photoEffectTonal", coreImageName: "CIPhotoEffectTonal", .colorEffect, "Black and white with even tones.",
    law: """
      Black and white with even tones. A mix of the sRGB-encoded components, then a cubic curve for each. Colours \
      are clamped to 0...1 first unless it extrapolates.
      """, source: .own,
    parameters: [
      .boolean("extrapolate", \.extrapolate, "Whether colours beyond 0...1 are not clamped first.")
    ],
    make: { PhotoEffectTonal() })

  public func output(for input: Image) -> Image { Self.formula.apply(to: input, extrapolates: extrapolate) }

  private static let formula = PhotoEffectFormula(
    mix: PhotoEffectFormula.saturating(0),
    curves: [
      PhotoEffectFormula.curve(black: 0.03, white: 0.97, contrast: -0.08),
      PhotoEffectFormula.curve(black: 0.03, white: 0.97, contrast: -0.08),
      PhotoEffectFormula.curve(black: 0.03, white: 0.97, contrast: -0.08),
    ])
}
