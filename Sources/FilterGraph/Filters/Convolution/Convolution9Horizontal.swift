/// Each pixel as a sum of the pixels about it, on premultiplied components, alpha too; the extent grows by the kernel,
/// within which the bias is added (`CIConvolution9Horizontal`). 9 weights (9 by 1 pixels), row by row from the top;
/// unclamped. Beyond the edge is transparent black.
public struct Convolution9Horizontal: Filter {
  /// The weights, row by row from the top. 9 numbers, default 0 0 0 0 1 0 0 0 0.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  public init(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0) {
    self.weights = weights
    self.bias = bias
  }

  public static let declaration = FilterDeclaration<Convolution9Horizontal>(
    "convolution9Horizontal", coreImageName: "CIConvolution9Horizontal", .convolution,
    "A weighted sum over 9 by 1 pixels.", hasIdentityDefault: true,
    parameters: [
      .vector("weights", \.weights, count: 9, "The weights, row by row from the top."),
      .number("bias", \.bias, "What is added."),
    ],
    make: { Convolution9Horizontal() })

  public func output(for input: Image) -> Image {
    Convolution(weights: weights, columns: 9, rows: 1, bias: bias)
      .apply("convolution9Horizontal", to: input)
  }
}

extension Filter where Self == Convolution9Horizontal {
  /// A weighted sum over 9 by 1 pixels.
  public static func convolution9Horizontal(weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0], bias: Double = 0)
    -> Convolution9Horizontal
  {
    Convolution9Horizontal(weights: weights, bias: bias)
  }
}
