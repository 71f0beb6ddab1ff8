import Imaging

/// The formula of a photo effect: on sRGB-encoded colours a matrix of the components, then a cubic curve for each.
///
/// The photo effects of Core Image are not published. These are our own in their character, fixed by golden pictures.
struct PhotoEffectFormula {
  /// Three rows of weights for red, green and blue.
  let mix: [[Double]]
  /// For red, green and blue: the constant, and the coefficients of the value, its square and its cube.
  let curves: [SIMD4<Double>]

  /// A matrix that keeps `saturation` of the colour, and white.
  static func saturating(_ saturation: Double) -> [[Double]] {
    let weights = Luminance.weights
    return (0..<3).map { row in
      (0..<3).map { column in (1 - saturation) * weights[column] + (row == column ? saturation : 0) }
    }
  }

  /// A curve from `black` to `white` whose slope halfway is `1 + contrast` times the straight line's.
  static func curve(black: Double = 0, white: Double = 1, contrast: Double = 0) -> SIMD4<Double> {
    // x + k x (1 - x) (2 x - 1) keeps 0, 1/2 and 1; its slope at 1/2 is 1 + k / 2.
    let k = 2 * contrast
    let span = white - black
    return SIMD4(black, span * (1 - k), span * 3 * k, span * -2 * k)
  }

  /// - Parameter extrapolates: if false, colours are clamped to 0...1 first, as by a lookup table.
  func apply(to image: Image, extrapolates: Bool) -> Image {
    let input = extrapolates ? image : image.applying(.colorClamp())
    return input.converted(to: .sRGB) { encoded in
      Image(ColorMatrixOperation("photoEffect", rows: mix, bias: [0, 0, 0]), encoded)
        .applying(
          .colorPolynomial(
            redCoefficients: curves[0], greenCoefficients: curves[1], blueCoefficients: curves[2]))
    }
  }
}
