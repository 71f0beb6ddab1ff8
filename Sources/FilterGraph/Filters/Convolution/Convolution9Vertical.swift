/// Each pixel as a sum of the pixels about it, on premultiplied components, alpha too; the extent grows by the kernel,
/// within which the bias is added (`CIConvolution9Vertical`). 9 weights (1 by 9 pixels), row by row from the top;
/// unclamped. Beyond the edge is transparent black.
public struct Convolution9Vertical: Filter {
  /// The weights, row by row from the top. 9 numbers, default 0 0 0 0 1 0 0 0 0.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<Convolution9Vertical>(
    "convolution9Vertical", coreImageName: "CIConvolution9Vertical", .convolution, "A weighted sum over 1 by 9 pixels.",
    hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 9, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { Convolution9Vertical() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 1, rows: 9, bias: bias)
      .apply("convolution9Vertical", to: input)
  }
}

extension Filter where Self == Convolution9Vertical {
  /// A weighted sum over 1 by 9 pixels.
  public static func convolution9Vertical(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0)
    -> Convolution9Vertical
  {
    Convolution9Vertical(weights: weights, bias: bias)
  }
}
