/// Each pixel as a sum of the pixels about it, on premultiplied components, alpha too; the extent grows by the kernel,
/// within which the bias is added (`CIConvolution3X3`). 9 weights (3 by 3 pixels), row by row from the top; unclamped.
/// Beyond the edge is transparent black.
public struct Convolution3X3: Filter {
  /// The weights, row by row from the top. 9 numbers, default 0 0 0 0 1 0 0 0 0.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<Convolution3X3>(
    "convolution3X3", coreImageName: "CIConvolution3X3", .convolution, "A weighted sum over 3 by 3 pixels.",
    hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 9, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { Convolution3X3() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 3, rows: 3, bias: bias)
      .apply("convolution3X3", to: input)
  }
}

extension Filter where Self == Convolution3X3 {
  /// A weighted sum over 3 by 3 pixels.
  public static func convolution3X3(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) -> Convolution3X3
  {
    Convolution3X3(weights: weights, bias: bias)
  }
}
