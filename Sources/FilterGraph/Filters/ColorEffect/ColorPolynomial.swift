/// Each component through a cubic, `c0 + c1 x + c2 x^2 + c3 x^3`: on components that are not premultiplied, unclamped,
/// alpha included.
///
/// As in Core Image's documentation of `CIColorPolynomial`.
public struct ColorPolynomial: Filter {
  /// The factors of 1, x, its square and its cube for red. 4 numbers, default 0 1 0 0.
  public var redCoefficients: SIMD4<Double> = [0, 1, 0, 0]
  /// The factors of 1, x, its square and its cube for green. 4 numbers, default 0 1 0 0.
  public var greenCoefficients: SIMD4<Double> = [0, 1, 0, 0]
  /// The factors of 1, x, its square and its cube for blue. 4 numbers, default 0 1 0 0.
  public var blueCoefficients: SIMD4<Double> = [0, 1, 0, 0]
  /// The factors of 1, x, its square and its cube for alpha. 4 numbers, default 0 1 0 0.
  public var alphaCoefficients: SIMD4<Double> = [0, 1, 0, 0]

  init() {}

  public static let declaration = FilterDeclaration<ColorPolynomial>(
    "colorPolynomial", coreImageName: "CIColorPolynomial", .colorEffect, "Each component through a cubic.",
    law: """
      Each component through a cubic, `c0 + c1 x + c2 x^2 + c3 x^3`: on components that are not premultiplied, \
      unclamped, alpha included.
      """,
    hasIdentityDefault: true,
    parameters: [
      .vector("redCoefficients", \.redCoefficients, "The factors of 1, x, its square and its cube for red."),
      .vector("greenCoefficients", \.greenCoefficients, "The factors of 1, x, its square and its cube for green."),
      .vector("blueCoefficients", \.blueCoefficients, "The factors of 1, x, its square and its cube for blue."),
      .vector("alphaCoefficients", \.alphaCoefficients, "The factors of 1, x, its square and its cube for alpha."),
    ],
    make: { ColorPolynomial() })

  public func output(for input: Image) -> Image {
    self == ColorPolynomial() ? input : input.applying(Kernel(self))
  }

  private struct Kernel: PixelKernel {
    private let constants: [SIMD4<Float>]
    let changesAlpha: Bool

    init(_ filter: ColorPolynomial) {
      constants = (0..<4).map { power in
        SIMD4<Float>(
          SIMD4<Double>(
            filter.redCoefficients[power], filter.greenCoefficients[power], filter.blueCoefficients[power],
            filter.alphaCoefficients[power]))
      }
      changesAlpha = filter.alphaCoefficients != [0, 1, 0, 0]
    }

    var name: String { "colorPolynomial" }

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      constants[0] + pixel * (constants[1] + pixel * (constants[2] + pixel * constants[3]))
    }
  }
}
