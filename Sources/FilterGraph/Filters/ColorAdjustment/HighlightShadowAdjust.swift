import Glibc
import Imaging

/// Shadows made lighter or darker, highlights made darker. Each pixel is multiplied by one factor that follows the
/// brightness round it: the luminance after a Gaussian blur by the radius, as a square root `p`. Shadows get `1.5
/// shadowAmount (1 - p)^3` stops, highlights lose `(1 - highlightAmount) p^3`.
///
/// The formula is our own, as that of `CIHighlightShadowAdjust` is not published.
public struct HighlightShadowAdjust: Filter {
  /// Sigma of the blur that tells light from dark regions. In pixels, at least 0, default 0.
  public var radius: Double = 0
  /// Below 0 darker shadows, above 0 lighter. From -1 to 1, default 0.
  public var shadowAmount: Double = 0
  /// 1 = as they are, 0 = darker by a stop. From 0 to 1, default 1.
  public var highlightAmount: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<HighlightShadowAdjust>(
    "highlightShadowAdjust", coreImageName: "CIHighlightShadowAdjust", .colorAdjustment,
    "Lightens shadows, darkens highlights.",
    law: """
      Shadows made lighter or darker, highlights made darker. Each pixel is multiplied by one factor that follows \
      the brightness round it: the luminance after a Gaussian blur by the radius, as a square root `p`. Shadows get \
      `1.5 shadowAmount (1 - p)^3` stops, highlights lose `(1 - highlightAmount) p^3`.
      """, source: .own, hasIdentityDefault: true,
    parameters: [
      .number(
        "radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Sigma of the blur that tells light from dark regions."),
      .number("shadowAmount", \.shadowAmount, in: -1...1, "Below 0 darker shadows, above 0 lighter."),
      .number("highlightAmount", \.highlightAmount, in: 0...1, "1 = as they are, 0 = darker by a stop."),
    ],
    make: { HighlightShadowAdjust() })

  public func output(for input: Image) -> Image {
    if shadowAmount == 0, highlightAmount == 1 { return input }
    let around = radius > 0 ? input.clampedToExtent().applying(.gaussianBlur(radius: radius)) : input
    return Image(Operation(shadow: Float(shadowAmount), highlight: Float(1 - highlightAmount)), input, around)
  }

  private struct Operation: PixelOperation {
    let shadow: Float
    let highlight: Float
    var name: String { "highlightShadowAdjust" }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }

    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let around = others[0]
      for i in 0..<row.count {
        let light = Luminance.of(around.red[i], around.green[i], around.blue[i])
        let straight = around.alpha[i] > 0x1p-20 ? light / around.alpha[i] : 0
        let p = straight.nanSafeClamped(to: 0...1).squareRoot()
        let stops = 1.5 * shadow * (1 - p) * (1 - p) * (1 - p) - highlight * p * p * p
        let factor = exp2f(stops)
        row.red[i] *= factor
        row.green[i] *= factor
        row.blue[i] *= factor
      }
    }
  }
}
