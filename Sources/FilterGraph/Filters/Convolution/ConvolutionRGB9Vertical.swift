/// Each pixel as a sum of the premultiplied colour of the pixels about it; alpha and extent stay, and the bias counts
/// by alpha (`CIConvolutionRGB9Vertical`). 9 weights (1 by 9 pixels), row by row from the top; unclamped. Beyond the
/// edge is transparent black.
public struct ConvolutionRGB9Vertical: Filter {
  /// The weights, row by row from the top. 9 numbers, default 0 0 0 0 1 0 0 0 0.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<ConvolutionRGB9Vertical>(
    "convolutionRGB9Vertical", coreImageName: "CIConvolutionRGB9Vertical", .convolution,
    "A weighted sum over 1 by 9 pixels, colour alone.", hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 9, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { ConvolutionRGB9Vertical() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 1, rows: 9, bias: bias)
      .applyToColor("convolutionRGB9Vertical", to: input)
  }
}

extension Filter where Self == ConvolutionRGB9Vertical {
  /// A weighted sum over 1 by 9 pixels, colour alone.
  public static func convolutionRGB9Vertical(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0)
    -> ConvolutionRGB9Vertical
  {
    ConvolutionRGB9Vertical(weights: weights, bias: bias)
  }
}
