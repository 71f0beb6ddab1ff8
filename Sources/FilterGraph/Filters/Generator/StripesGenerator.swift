/// Upright stripes of two colours. Without end; premultiplied linear colours are mixed. At sharpness 1 an edge is
/// smooth over a pixel, below it over `(1 - sharpness) width` pixels, if that is more. A width below a pixel counts as
/// one. What it is applied to is ignored.
///
/// As in Core Image's documentation of `CIStripesGenerator`.
public struct StripesGenerator: Filter {
  /// Where a stripe of the first colour begins. In pixels, default 150 150.
  public var center: Point = Point(x: 150, y: 150)
  /// The colour right of the centre. Default #ffffff.
  public var color0: Color = .white
  /// The other colour. Default #000000.
  public var color1: Color = .black
  /// The width of a stripe. In pixels, default 80.
  public var width: Double = 80
  /// 1 is a sharp edge, 0 goes from the middle of one to the middle of the next. From 0 to 1, default 1.
  public var sharpness: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<StripesGenerator>(
    "stripesGenerator", coreImageName: "CIStripesGenerator", .generator, "Upright stripes of two colours.",
    law: """
      Upright stripes of two colours. Without end; premultiplied linear colours are mixed. At sharpness 1 an \
      edge is smooth over a pixel, below it over `(1 - sharpness) width` pixels, if that is more. A width below \
      a pixel counts as one. What it is applied to is ignored.
      """,
    parameters: [
      .point("center", \.center, "Where a stripe of the first colour begins."),
      .color("color0", \.color0, "The colour right of the centre."),
      .color("color1", \.color1, "The other colour."),
      .number("width", \.width, unit: .pixels, "The width of a stripe."),
      .number(
        "sharpness", \.sharpness, in: 0...1,
        "1 is a sharp edge, 0 goes from the middle of one to the middle of the next."),
    ],
    make: { StripesGenerator() })

  public func output(for input: Image) -> Image {
    Image(
      StripeSource(
        center: center, width: width, sharpness: sharpness, color0: color0.premultiplied, color1: color1.premultiplied,
        isCheckered: false))
  }
}
