/// Each pixel as a sum of the premultiplied colour of the pixels about it; alpha and extent stay, and the bias counts
/// by alpha (`CIConvolutionRGB3X3`). 9 weights (3 by 3 pixels), row by row from the top; unclamped. Beyond the edge is
/// transparent black.
public struct ConvolutionRGB3X3: Filter {
  /// The weights, row by row from the top. 9 numbers, default 0 0 0 0 1 0 0 0 0.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<ConvolutionRGB3X3>(
    "convolutionRGB3X3", coreImageName: "CIConvolutionRGB3X3", .convolution,
    "A weighted sum over 3 by 3 pixels, colour alone.", hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 9, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { ConvolutionRGB3X3() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 3, rows: 3, bias: bias)
      .applyToColor("convolutionRGB3X3", to: input)
  }
}

extension Filter where Self == ConvolutionRGB3X3 {
  /// A weighted sum over 3 by 3 pixels, colour alone.
  public static func convolutionRGB3X3(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0)
    -> ConvolutionRGB3X3
  {
    ConvolutionRGB3X3(weights: weights, bias: bias)
  }
}
