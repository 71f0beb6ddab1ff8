/// Each pixel as a weighted sum of the pixels about it, plus a bias. Beyond the edge is transparent black; nothing is
/// clamped to a range.
///
/// All kernels stand in one table. Those of colour alone leave alpha and extent, and their bias counts by alpha; the
/// others work on all premultiplied components, and the extent grows by the kernel.
public struct ConvolutionFilter: FilterFamily {
  let kernel: Kernel
  /// The weights, row by row from the top; as many as the kernel has pixels.
  public var weights: [Double]
  /// What is added. Default 0.
  public var bias: Double

  init(_ kernel: Kernel, weights: [Double]?, bias: Double) {
    self.kernel = kernel
    self.weights = weights ?? kernel.identity
    self.bias = bias
  }

  /// A shape of kernels.
  struct Kernel: Sendable, Hashable {
    let name: String
    let coreImageName: String
    let columns: Int
    let rows: Int
    let isColorAlone: Bool

    init(_ name: String, coreImageName: String, columns: Int, rows: Int, isColorAlone: Bool = false) {
      self.name = name
      self.coreImageName = coreImageName
      self.columns = columns
      self.rows = rows
      self.isColorAlone = isColorAlone
    }

    /// The weights that change nothing.
    var identity: [Double] { (0..<(columns * rows)).map { $0 == columns * rows / 2 ? 1 : 0 } }

    var declaration: FilterDeclaration<ConvolutionFilter> {
      FilterDeclaration(
        name, coreImageName: coreImageName, .convolution,
        "A weighted sum over \(columns) by \(rows) pixels\(isColorAlone ? ", colour alone" : "").",
        law: isColorAlone
          ? """
          Each pixel as a sum of the premultiplied colour of the pixels about it; alpha and extent stay, and the bias \
          counts by alpha. Nothing is clamped to a range. Beyond the edge is transparent black.
          """
          : """
          Each pixel as a sum of the pixels about it, on premultiplied components, alpha too; the extent grows by the \
          kernel, within which the bias is added. Nothing is clamped to a range. Beyond the edge is transparent black.
          """,
        hasIdentityDefault: true,
        parameters: [
          .vector("weights", \.weights, count: columns * rows, "The weights, row by row from the top."),
          .number("bias", \.bias, "What is added."),
        ],
        make: { ConvolutionFilter(self, weights: nil, bias: 0) })
    }

    static let all3X3 = Kernel(
      "convolution3X3", coreImageName: "CIConvolution3X3", columns: 3, rows: 3)
    static let all5X5 = Kernel(
      "convolution5X5", coreImageName: "CIConvolution5X5", columns: 5, rows: 5)
    static let all7X7 = Kernel(
      "convolution7X7", coreImageName: "CIConvolution7X7", columns: 7, rows: 7)
    static let all9Horizontal = Kernel(
      "convolution9Horizontal", coreImageName: "CIConvolution9Horizontal", columns: 9, rows: 1)
    static let all9Vertical = Kernel(
      "convolution9Vertical", coreImageName: "CIConvolution9Vertical", columns: 1, rows: 9)
    static let rgb3X3 = Kernel(
      "convolutionRGB3X3", coreImageName: "CIConvolutionRGB3X3", columns: 3, rows: 3, isColorAlone: true)
    static let rgb5X5 = Kernel(
      "convolutionRGB5X5", coreImageName: "CIConvolutionRGB5X5", columns: 5, rows: 5, isColorAlone: true)
    static let rgb7X7 = Kernel(
      "convolutionRGB7X7", coreImageName: "CIConvolutionRGB7X7", columns: 7, rows: 7, isColorAlone: true)
    static let rgb9Horizontal = Kernel(
      "convolutionRGB9Horizontal", coreImageName: "CIConvolutionRGB9Horizontal", columns: 9, rows: 1, isColorAlone: true
    )
    static let rgb9Vertical = Kernel(
      "convolutionRGB9Vertical", coreImageName: "CIConvolutionRGB9Vertical", columns: 1, rows: 9, isColorAlone: true)

    static let all = [
      all3X3, all5X5, all7X7, all9Horizontal, all9Vertical, rgb3X3, rgb5X5, rgb7X7, rgb9Horizontal, rgb9Vertical,
    ]
  }

  public static let declarations = Kernel.all.map(\.declaration)
  public var declaration: FilterDeclaration<ConvolutionFilter> { kernel.declaration }

  public func output(for input: Image) -> Image {
    let convolution = Convolution(weights: weights, columns: kernel.columns, rows: kernel.rows, bias: bias)
    return kernel.isColorAlone
      ? convolution.applyToColor(kernel.name, to: input) : convolution.apply(kernel.name, to: input)
  }
}

extension Filter where Self == ConvolutionFilter {
  /// A weighted sum over 3 by 3 pixels; without weights, nothing changes.
  public static func convolution3X3(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.all3X3, weights: weights, bias: bias)
  }
  /// A weighted sum over 5 by 5 pixels; without weights, nothing changes.
  public static func convolution5X5(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.all5X5, weights: weights, bias: bias)
  }
  /// A weighted sum over 7 by 7 pixels; without weights, nothing changes.
  public static func convolution7X7(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.all7X7, weights: weights, bias: bias)
  }
  /// A weighted sum over 9 by 1 pixels; without weights, nothing changes.
  public static func convolution9Horizontal(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.all9Horizontal, weights: weights, bias: bias)
  }
  /// A weighted sum over 1 by 9 pixels; without weights, nothing changes.
  public static func convolution9Vertical(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.all9Vertical, weights: weights, bias: bias)
  }
  /// A weighted sum over 3 by 3 pixels, colour alone; without weights, nothing changes.
  public static func convolutionRGB3X3(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.rgb3X3, weights: weights, bias: bias)
  }
  /// A weighted sum over 5 by 5 pixels, colour alone; without weights, nothing changes.
  public static func convolutionRGB5X5(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.rgb5X5, weights: weights, bias: bias)
  }
  /// A weighted sum over 7 by 7 pixels, colour alone; without weights, nothing changes.
  public static func convolutionRGB7X7(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.rgb7X7, weights: weights, bias: bias)
  }
  /// A weighted sum over 9 by 1 pixels, colour alone; without weights, nothing changes.
  public static func convolutionRGB9Horizontal(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.rgb9Horizontal, weights: weights, bias: bias)
  }
  /// A weighted sum over 1 by 9 pixels, colour alone; without weights, nothing changes.
  public static func convolutionRGB9Vertical(weights: [Double]? = nil, bias: Double = 0) -> ConvolutionFilter {
    ConvolutionFilter(.rgb9Vertical, weights: weights, bias: bias)
  }
}
