import CPixelKernels
import Imaging

/// The image made smooth along the edges of a guide: the guided filter of He, Sun and Tang ("Guided Image Filtering",
/// 2010, equations 5, 6 and 8) by the guide's luminance over windows of side `2 radius + 1`, the edge repeated
/// outwards. Windows of 25 pixels and less are exact; larger means come from a coarser grid. It works on premultiplied
/// colour; alpha and extent stay.
///
/// As in Core Image's documentation of `CIGuidedFilter`.
public struct GuidedImageFilter: Filter {
  /// The image whose edges count; its edge is repeated outwards. Required.
  public var guideImage: Image
  /// The window reaches so far to each side. Default 1.
  public var radius: Double = 1
  /// The variance of luminance below which the guide counts as flat. Default 0.0001.
  public var epsilon: Double = 0.0001

  init() { guideImage = .empty }

  public static let declaration = FilterDeclaration<GuidedImageFilter>(
    "guidedFilter", coreImageName: "CIGuidedFilter", .matting, "Smooth along the edges of a guide.",
    law: """
      The image made smooth along the edges of a guide: the guided filter of He, Sun and Tang ("Guided Image \
      Filtering", 2010, equations 5, 6 and 8) by the guide's luminance over windows of side `2 radius + 1`, the edge \
      repeated outwards. Windows of 25 pixels and less are exact; larger means come from a coarser grid. It works on \
      premultiplied colour; alpha and extent stay.
      """,
    parameters: [
      .image("guideImage", \.guideImage, "The image whose edges count; its edge is repeated outwards."),
      .number("radius", \.radius, "The window reaches so far to each side."),
      .number("epsilon", \.epsilon, "The variance of luminance below which the guide counts as flat."),
    ],
    make: { GuidedImageFilter() })

  public func output(for input: Image) -> Image {
    let reach = max(radius.rounded(), 0)
    guard reach > 0, !input.extent.isEmpty, !guideImage.extent.isEmpty else { return input }
    let guide = guideImage.clampedToExtent()
    let picture = input.clampedToExtent()
    func mean(_ image: Image) -> Image { Blur.box(radius: reach).apply(to: image) }
    let means = mean(Image(Packing(multiplies: false), picture, guide))
    let products = mean(Image(Packing(multiplies: true), picture, guide))
    let slope = Image(Fit(part: .slope, epsilon: Float(max(epsilon, 1e-9))), means, products)
    let offset = Image(Fit(part: .offset, epsilon: Float(max(epsilon, 1e-9))), means, products)
    return Image(Application(), input, guide, mean(slope), mean(offset))
  }

  private static let luminanceWeights = Luminance.weights.map { Float($0) }

  /// The image's components, or their products with the guide; in the place of alpha the guide, or its square.
  private struct Packing: PixelOperation {
    let multiplies: Bool
    var name: String { multiplies ? "products with guide" : "picture and guide" }
    var changesAlpha: Bool { true }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let (guide, n) = (others[0], row.count)
      pk_luminance(row.alpha, guide.red, guide.green, guide.blue, n, GuidedImageFilter.luminanceWeights)
      guard multiplies else { return }
      pk_multiply(row.red, row.alpha, n)
      pk_multiply(row.green, row.alpha, n)
      pk_multiply(row.blue, row.alpha, n)
      pk_product(row.alpha, row.alpha, row.alpha, n)
    }
  }

  /// The line that fits each component to the guide within a window, from the means.
  private struct Fit: PixelOperation {
    enum Part: Sendable { case slope, offset }
    let part: Part
    let epsilon: Float
    var name: String { "fit \(part)" }
    var changesAlpha: Bool { true }
    // Its alpha is meaningless; an opaque image's is not averaged.
    func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs.allSatisfy(\.extent.isInfinite) }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let (products, n) = (others[0], row.count)
      let isOffset: Int32 = part == .offset ? 1 : 0
      pk_guided_fit(row.red, products.red, row.alpha, products.alpha, n, epsilon, isOffset)
      pk_guided_fit(row.green, products.green, row.alpha, products.alpha, n, epsilon, isOffset)
      pk_guided_fit(row.blue, products.blue, row.alpha, products.alpha, n, epsilon, isOffset)
      row.alpha.update(repeating: 1, count: n)
    }
  }

  private struct Application: PixelOperation {
    var name: String { "guided" }
    func extent(of inputs: [Extent]) -> Extent { inputs[0] }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let (guide, slope, offset, n) = (others[0], others[1], others[2], row.count)
      withUnsafeTemporaryAllocation(of: Float.self, capacity: n) { memory in
        guard let luminance = memory.baseAddress else { return }
        pk_luminance(luminance, guide.red, guide.green, guide.blue, n, GuidedImageFilter.luminanceWeights)
        pk_guided_line(row.red, slope.red, luminance, offset.red, n)
        pk_guided_line(row.green, slope.green, luminance, offset.green, n)
        pk_guided_line(row.blue, slope.blue, luminance, offset.blue, n)
      }
    }
  }
}
