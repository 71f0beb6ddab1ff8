/// Each pixel as a sum of the pixels about it, on premultiplied components, alpha too; the extent grows by the kernel,
/// within which the bias is added (`CIConvolution7X7`). 49 weights (7 by 7 pixels), row by row from the top; unclamped.
/// Beyond the edge is transparent black.
public struct Convolution7X7: Filter {
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

  public static let declaration = FilterDeclaration<Convolution7X7>(
    "convolution7X7", coreImageName: "CIConvolution7X7", .convolution, "A weighted sum over 7 by 7 pixels.",
    hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 49, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { Convolution7X7() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 7, rows: 7, bias: bias)
      .apply("convolution7X7", to: input)
  }
}

extension Filter where Self == Convolution7X7 {
  /// A weighted sum over 7 by 7 pixels.
  public static func convolution7X7(
    weights: [Double] = Array(repeating: 0, count: 24) + [1] + Array(repeating: 0, count: 24), bias: Double = 0
  ) -> Convolution7X7 {
    Convolution7X7(weights: weights, bias: bias)
  }
}
