/// The corners made darker (above 0) or lighter: linear colour times `1 - intensity t^2 (3 - 2 t)`, where t is the
/// distance from the centre as a fraction of `radius` times half the diagonal, at most 1. An infinite image has no
/// corners and stays as it is.
///
/// The formula is our own, as that of `CIVignette` is not published.
public struct Vignette: Filter {
  /// Above 0 darker, below 0 lighter. From -1 to 1, default 0.
  public var intensity: Double = 0
  /// Where the effect is whole, in halves of the diagonal. From 0 to 2, default 1.
  public var radius: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<Vignette>(
    "vignette", coreImageName: "CIVignette", .stylize, "Darker or lighter corners.",
    law: """
      The corners made darker (above 0) or lighter: linear colour times `1 - intensity t^2 (3 - 2 t)`, where t is \
      the distance from the centre as a fraction of `radius` times half the diagonal, at most 1. An infinite image \
      has no corners and stays as it is.
      """, source: .own, hasIdentityDefault: true,
    parameters: [
      .number("intensity", \.intensity, in: -1...1, "Above 0 darker, below 0 lighter."),
      .number("radius", \.radius, in: 0...2, "Where the effect is whole, in halves of the diagonal."),
    ],
    make: { Vignette() })

  public func output(for input: Image) -> Image {
    guard intensity != 0, let rect = input.extent.rect, !rect.isEmpty else { return input }
    let diagonal = (Double(rect.width * rect.width) + Double(rect.height * rect.height)).squareRoot()
    return input.applying(
      VignetteKernel(center: rect.center, inner: 0, outer: max(radius, 0) * diagonal / 2, intensity: intensity))
  }
}
