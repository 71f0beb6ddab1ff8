import Imaging

/// White where the linear luminance is above the threshold that splits the histogram of the image best, else black;
/// alpha stays. An infinite image has no histogram: crop it first.
///
/// After Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979; `CIColorThresholdOtsu`.
public struct ColorThresholdOtsu: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<ColorThresholdOtsu>(
    "colorThresholdOtsu", coreImageName: "CIColorThresholdOtsu", .colorEffect,
    "White or black, by the threshold that splits the histogram best.",
    law: """
      White where the linear luminance is above the threshold that splits the histogram of the image best, else \
      black; alpha stays. An infinite image has no histogram: crop it first.
      """, source: .publication("Otsu, \"A Threshold Selection Method from Gray-Level Histograms\", 1979"),
    isHighDynamicRange: false,
    make: { ColorThresholdOtsu() })

  public func output(for input: Image) -> Image {
    guard let rect = input.extent.rect else {
      return Image(
        InvalidOperation(
          .invalidValue(key: "inputImage", filter: "colorThresholdOtsu", reason: "an infinite image has no histogram")),
        input)
    }
    if rect.isEmpty { return input }
    let threshold = Image(OtsuReduction(area: rect), input).clampedToExtent()
    return Image(Operation(), input, threshold)
  }

  private struct Operation: PixelOperation {
    var name: String { "colorThresholdOtsu" }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let threshold = others[0].green
      for i in 0..<row.count {
        let light = Luminance.of(row.red[i], row.green[i], row.blue[i])
        let alpha = row.alpha[i]
        let value = light > threshold[i] * alpha ? alpha : 0
        row.red[i] = value
        row.green[i] = value
        row.blue[i] = value
      }
    }
  }
}
