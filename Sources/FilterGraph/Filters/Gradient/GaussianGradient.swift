/// From one colour at a point to another far away by a Gaussian (y down): the fraction of the first is `exp(-d^2 / 2
/// s^2)` with s a third of the radius, on premultiplied linear colours. What it is applied to is ignored.
///
/// As in Core Image's documentation of `CIGaussianGradient`.
public struct GaussianGradient: Filter {
  /// The centre. In pixels, default 150 150.
  public var center: Point = Point(x: 150, y: 150)
  /// The colour at the centre. Default #ffffff.
  public var color0: Color = .white
  /// The colour far away. Default #00000000.
  public var color1: Color = .clear
  /// Three sigma. In pixels, at least 0, default 300.
  public var radius: Double = 300

  init() {}

  public static let declaration = FilterDeclaration<GaussianGradient>(
    "gaussianGradient", coreImageName: "CIGaussianGradient", .gradient, "From one colour to another by a Gaussian.",
    law: """
      From one colour at a point to another far away by a Gaussian (y down): the fraction of the first is `exp(-d^2 \
      / 2 s^2)` with s a third of the radius, on premultiplied linear colours. What it is applied to is ignored.
      """,
    parameters: [
      .point("center", \.center, "The centre."),
      .color("color0", \.color0, "The colour at the centre."),
      .color("color1", \.color1, "The colour far away."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Three sigma."),
    ],
    make: { GaussianGradient() })

  public func output(for input: Image) -> Image {
    Image(RoundGradientSource(.gaussian(sigma: radius / 3), center: center, color0, color1))
  }
}
