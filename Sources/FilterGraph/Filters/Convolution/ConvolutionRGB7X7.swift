/// Each pixel as a sum of the premultiplied colour of the pixels about it; alpha and extent stay, and the bias counts
/// by alpha (`CIConvolutionRGB7X7`). 49 weights (7 by 7 pixels), row by row from the top; unclamped. Beyond the edge is
/// transparent black.
public struct ConvolutionRGB7X7: Filter {
  /// The weights, row by row from the top. 49 numbers.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(
    weights: [Double] = Array(repeating: 0, count: 24) + [1] + Array(repeating: 0, count: 24), bias: Double = 0
  ) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<ConvolutionRGB7X7>(
    "convolutionRGB7X7", coreImageName: "CIConvolutionRGB7X7", .convolution,
    "A weighted sum over 7 by 7 pixels, colour alone.", hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 49, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { ConvolutionRGB7X7() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 7, rows: 7, bias: bias)
      .applyToColor("convolutionRGB7X7", to: input)
  }
}

extension Filter where Self == ConvolutionRGB7X7 {
  /// A weighted sum over 7 by 7 pixels, colour alone.
  public static func convolutionRGB7X7(
    weights: [Double] = Array(repeating: 0, count: 24) + [1] + Array(repeating: 0, count: 24), bias: Double = 0
  ) -> ConvolutionRGB7X7 {
    ConvolutionRGB7X7(weights: weights, bias: bias)
  }
}
