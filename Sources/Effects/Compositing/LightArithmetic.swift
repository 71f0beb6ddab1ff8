import FilterGraph
import Imaging

/// Sums and products of opaque pictures, with intermediate colours beyond 0...1.
extension Image {
  /// Luminance (Rec. 709, of linear components) times a factor, as gray.
  func luminance(times factor: Double = 1) -> Image {
    let weights = SIMD4(Luminance.weights + [0]) * factor
    return applying(.colorMatrix(rVector: weights, gVector: weights, bVector: weights))
  }

  /// Each component multiplied by a factor of its own.
  func multiplied(by factors: SIMD3<Double>) -> Image {
    applying(
      .colorMatrix(
        rVector: SIMD4(factors.x, 0, 0, 0), gVector: SIMD4(0, factors.y, 0, 0), bVector: SIMD4(0, 0, factors.z, 0)))
  }

  /// Each component multiplied by the colour's own, in linear light.
  func multiplied(by color: Color) -> Image {
    let (red, green, blue) = color.linear
    return multiplied(by: SIMD3(Double(red), Double(green), Double(blue)))
  }

  /// The sum of two opaque pictures, each first multiplied; opaque.
  func adding(_ other: Image, times factor: Double) -> Image {
    applying(.additionCompositing(backgroundImage: other.scaled(by: factor))).settingAlphaOne()
  }

  /// The mean round each place, by a Gaussian of `radius` pixels, weighted by a mask. Opaque; black where the whole
  /// neighbourhood is masked out.
  func mean(within mask: Image, radius: Double) -> Image {
    masked(by: mask).applying(.gaussianBlur(radius: radius)).opaque
  }

  /// The components in sRGB encoding, which is nearer to perception; opaque.
  var encoded: Image { opaque.applying(.linearToSRGBToneCurve) }

  /// Decodes ``encoded``, with the alpha of the original picture.
  func decoded(as original: Image) -> Image {
    applying(.sRGBToneCurveToLinear).applying(.sourceInCompositing(backgroundImage: original))
  }
}
