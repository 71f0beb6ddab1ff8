/// What lies outside a circle made darker (above 0) or lighter: linear colour times `1 - intensity t^2 (3 - 2 t)`,
/// where t grows from 0 at the radius to 1 at `1 + 2 falloff` times it.
///
/// The formula is our own, as that of `CIVignetteEffect` is not published.
public struct VignetteEffect: Filter {
  /// The centre of the circle. In pixels, default: the image's centre.
  public var center: Point?
  /// The radius of the circle. In pixels, at least 0, default 150.
  public var radius: Double = 150
  /// Above 0 darker, below 0 lighter. From -1 to 1, default 1.
  public var intensity: Double = 1
  /// How softly it begins. From 0 to 1, default 0.5.
  public var falloff: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<VignetteEffect>(
    "vignetteEffect", coreImageName: "CIVignetteEffect", .stylize, "Darker or lighter round a circle.",
    law: """
      What lies outside a circle made darker (above 0) or lighter: linear colour times `1 - intensity t^2 (3 - 2 \
      t)`, where t grows from 0 at the radius to 1 at `1 + 2 falloff` times it.
      """, source: .own,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The centre of the circle."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "The radius of the circle."),
      .number("intensity", \.intensity, in: -1...1, "Above 0 darker, below 0 lighter."),
      .number("falloff", \.falloff, in: 0...1, "How softly it begins."),
    ],
    make: { VignetteEffect() })

  public func output(for input: Image) -> Image {
    if intensity == 0 { return input }
    let inner = max(radius, 0)
    return input.applying(
      VignetteKernel(
        center: center ?? input.center, inner: inner, outer: inner * (1 + 2 * max(falloff, 0)), intensity: intensity))
  }
}
