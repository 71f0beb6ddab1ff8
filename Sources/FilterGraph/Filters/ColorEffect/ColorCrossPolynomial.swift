/// Each component from products of all three: the weights are for r, g, b, r^2, g^2, b^2, rg, gb, br and 1. On colours
/// that are not premultiplied, unclamped; alpha stays.
///
/// As in Core Image's documentation of `CIColorCrossPolynomial`.
public struct ColorCrossPolynomial: Filter {
  /// The weights for red: of r, g, b, r r, g g, b b, r g, g b, b r, 1. 10 numbers, default 1 0 0 0 0 0 0 0 0 0.
  public var redCoefficients: [Double] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  /// The weights for green: of r, g, b, r r, g g, b b, r g, g b, b r, 1. 10 numbers, default 0 1 0 0 0 0 0 0 0 0.
  public var greenCoefficients: [Double] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
  /// The weights for blue: of r, g, b, r r, g g, b b, r g, g b, b r, 1. 10 numbers, default 0 0 1 0 0 0 0 0 0 0.
  public var blueCoefficients: [Double] = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]

  init() {}

  public static let declaration = FilterDeclaration<ColorCrossPolynomial>(
    "colorCrossPolynomial", coreImageName: "CIColorCrossPolynomial", .colorEffect,
    "Each component from products of all three.",
    law: """
      Each component from products of all three: the weights are for r, g, b, r^2, g^2, b^2, rg, gb, br and 1. On \
      colours that are not premultiplied, unclamped; alpha stays.
      """, hasIdentityDefault: true,
    parameters: [
      .vector(
        "redCoefficients", \.redCoefficients, count: 10,
        "The weights for red: of r, g, b, r r, g g, b b, r g, g b, b r, 1."),
      .vector(
        "greenCoefficients", \.greenCoefficients, count: 10,
        "The weights for green: of r, g, b, r r, g g, b b, r g, g b, b r, 1."),
      .vector(
        "blueCoefficients", \.blueCoefficients, count: 10,
        "The weights for blue: of r, g, b, r r, g g, b b, r g, g b, b r, 1."),
    ],
    make: { ColorCrossPolynomial() })

  public func output(for input: Image) -> Image {
    self == ColorCrossPolynomial() ? input : input.applying(Kernel(self))
  }

  private struct Kernel: PixelKernel {
    /// For each of the ten products its weights in red, green and blue.
    private let weights: [SIMD4<Float>]

    init(_ filter: ColorCrossPolynomial) {
      weights = (0..<10).map { term in
        SIMD4<Float>(
          SIMD4<Double>(
            filter.redCoefficients[term], filter.greenCoefficients[term], filter.blueCoefficients[term], 0))
      }
    }

    var name: String { "colorCrossPolynomial" }

    func process(_ p: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let linear = weights[0] * p.x + weights[1] * p.y + weights[2] * p.z
      let squares = weights[3] * (p.x * p.x) + weights[4] * (p.y * p.y) + weights[5] * (p.z * p.z)
      let products = weights[6] * (p.x * p.y) + weights[7] * (p.y * p.z) + weights[8] * (p.z * p.x)
      return linear + squares + products + weights[9]
    }
  }
}
