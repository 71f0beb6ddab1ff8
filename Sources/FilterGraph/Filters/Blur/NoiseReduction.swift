import Imaging

/// Less noise, sharper edges: a bilateral mean over 5 by 5 pixels where the luminance differs from that around by less
/// than the noise level, the luminance sharpened, by a quarter at most, where it differs by more than twice that, mixed
/// between. The bilateral mean weighs pixels by their distance (sigma 1.5) and by the difference of their luminance
/// (sigma twice the noise level).
///
/// The formula is our own, as that of `CINoiseReduction` is not published.
public struct NoiseReduction: Filter {
  /// Smaller differences of luminance are noise. At least 0, default 0.02.
  public var noiseLevel: Double = 0.02
  /// How much edges are sharpened. At least 0, default 0.4.
  public var sharpness: Double = 0.4

  init() {}

  public static let declaration = FilterDeclaration<NoiseReduction>(
    "noiseReduction", coreImageName: "CINoiseReduction", .blur, "Less noise, sharper edges.",
    law: """
      Less noise, sharper edges: a bilateral mean over 5 by 5 pixels where the luminance differs from that around by \
      less than the noise level, the luminance sharpened, by a quarter at most, where it differs by more than twice \
      that, mixed between. The bilateral mean weighs pixels by their distance (sigma 1.5) and by the difference of \
      their luminance (sigma twice the noise level).
      """, source: .own,
    parameters: [
      .number("noiseLevel", \.noiseLevel, in: 0 ... .infinity, "Smaller differences of luminance are noise."),
      .number("sharpness", \.sharpness, in: 0 ... .infinity, "How much edges are sharpened."),
    ],
    make: { NoiseReduction() })

  public func output(for input: Image) -> Image {
    let clamped = input.clampedToExtent()
    // The square of a tiny level underflows to 0.
    let mean = noiseLevel > 1e-9 ? clamped.applying(BilateralKernel(sigma: Float(2 * noiseLevel))) : clamped
    let around = clamped.applying(.gaussianBlur(radius: 1))
    return Image(Operation(level: Float(max(noiseLevel, 0)), sharpness: Float(sharpness)), input, mean, around)
  }

  /// How much darker or lighter sharpening may make a pixel.
  private static let factors: ClosedRange<Float> = 0.75...1.25

  private struct Operation: PixelOperation {
    let level: Float
    let sharpness: Float
    var name: String { "noiseReduction" }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }

    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let (mean, around) = (others[0], others[1])
      for i in 0..<row.count {
        let red = row.red[i] - around.red[i]
        let green = row.green[i] - around.green[i]
        let blue = row.blue[i] - around.blue[i]
        let detail = Luminance.of(red, green, blue)
        let edge = level > 0 ? (abs(detail) / level - 1).nanSafeClamped(to: 0...1) : 1
        // As a limited factor of the light, so that edges get neither coloured nor black rims.
        let light = Luminance.of(row.red[i], row.green[i], row.blue[i])
        let added = sharpness * detail * edge
        let ratio = light > 0x1p-20 ? (1 + added / light).nanSafeClamped(to: NoiseReduction.factors) : 1
        row.red[i] = (mean.red[i] * (1 - edge) + row.red[i] * edge) * ratio
        row.green[i] = (mean.green[i] * (1 - edge) + row.green[i] * edge) * ratio
        row.blue[i] = (mean.blue[i] * (1 - edge) + row.blue[i] * edge) * ratio
      }
    }
  }
}
