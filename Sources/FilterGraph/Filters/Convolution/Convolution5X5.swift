/// Each pixel as a sum of the pixels about it, on premultiplied components, alpha too; the extent grows by the kernel,
/// within which the bias is added (`CIConvolution5X5`). 25 weights (5 by 5 pixels), row by row from the top; unclamped.
/// Beyond the edge is transparent black.
public struct Convolution5X5: Filter {
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

  public static let declaration = FilterDeclaration<Convolution5X5>(
    "convolution5X5", coreImageName: "CIConvolution5X5", .convolution, "A weighted sum over 5 by 5 pixels.",
    hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 25, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { Convolution5X5() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 5, rows: 5, bias: bias)
      .apply("convolution5X5", to: input)
  }
}

extension Filter where Self == Convolution5X5 {
  /// A weighted sum over 5 by 5 pixels.
  public static func convolution5X5(
    weights: [Double] = Array(repeating: 0, count: 12) + [1] + Array(repeating: 0, count: 12), bias: Double = 0
  ) -> Convolution5X5 {
    Convolution5X5(weights: weights, bias: bias)
  }
}
