/// Each pixel as a sum of the premultiplied colour of the pixels about it; alpha and extent stay, and the bias counts
/// by alpha (`CIConvolutionRGB5X5`). 25 weights (5 by 5 pixels), row by row from the top; unclamped. Beyond the edge is
/// transparent black.
public struct ConvolutionRGB5X5: Filter {
  /// The weights, row by row from the top. 25 numbers.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(
    weights: [Double] = Array(repeating: 0, count: 12) + [1] + Array(repeating: 0, count: 12), bias: Double = 0
  ) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<ConvolutionRGB5X5>(
    "convolutionRGB5X5", coreImageName: "CIConvolutionRGB5X5", .convolution,
    "A weighted sum over 5 by 5 pixels, colour alone.", hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 25, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { ConvolutionRGB5X5() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 5, rows: 5, bias: bias)
      .applyToColor("convolutionRGB5X5", to: input)
  }
}

extension Filter where Self == ConvolutionRGB5X5 {
  /// A weighted sum over 5 by 5 pixels, colour alone.
  public static func convolutionRGB5X5(
    weights: [Double] = Array(repeating: 0, count: 12) + [1] + Array(repeating: 0, count: 12), bias: Double = 0
  ) -> ConvolutionRGB5X5 {
    ConvolutionRGB5X5(weights: weights, bias: bias)
  }
}
