/// Each pixel as a sum of the premultiplied colour of the pixels about it; alpha and extent stay, and the bias counts
/// by alpha (`CIConvolutionRGB9Horizontal`). 9 weights (9 by 1 pixels), row by row from the top; unclamped. Beyond the
/// edge is transparent black.
public struct ConvolutionRGB9Horizontal: Filter {
  /// The weights, row by row from the top. 9 numbers, default 0 0 0 0 1 0 0 0 0.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<ConvolutionRGB9Horizontal>(
    "convolutionRGB9Horizontal", coreImageName: "CIConvolutionRGB9Horizontal", .convolution,
    "A weighted sum over 9 by 1 pixels, colour alone.", hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 9, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { ConvolutionRGB9Horizontal() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 9, rows: 1, bias: bias)
      .applyToColor("convolutionRGB9Horizontal", to: input)
  }
}

extension Filter where Self == ConvolutionRGB9Horizontal {
  /// A weighted sum over 9 by 1 pixels, colour alone.
  public static func convolutionRGB9Horizontal(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0)
    -> ConvolutionRGB9Horizontal
  {
    ConvolutionRGB9Horizontal(weights: weights, bias: bias)
  }
}
