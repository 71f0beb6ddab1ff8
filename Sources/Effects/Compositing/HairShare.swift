import FilterGraph
import Imaging

/// How much of each pixel is hair: the matte, less what shows between curls and beside them. A matte takes the gaps
/// between curls for hair; a pixel there that has the colour of what lies beside the hair, and is brighter or darker than
/// the hair ever is, is none. Away from the hair's edge all is hair, as bright strands are there.
struct HairShare {
  /// The mean brightness of the hair round each place, as seen.
  let brightness: Image
  /// The mean colour of what is no hair; its alpha says how much of that is near.
  let beside: Image
  /// The luminance of the brightest place that is no hair, everywhere the same; black if all is hair.
  let brightest: Image

  /// - Parameter radius: of the mean of the hair, in pixels.
  init(of subject: EffectSubject, _ matte: Matte, radius: Double) {
    let reach = max(2, subject.faceWidth * 0.08)
    let reduced = Reduction(of: subject.size, by: reach / 8)
    let picture = reduced.picture(subject.opaque.image)
    let other = Image.matte(matte, fitting: PixelRect(reduced.small)).inverted.ramp(from: 0.85, to: 1)
    beside = reduced.restored(
      picture.masked(by: other).applying(.gaussianBlur(radius: reach / reduced.factor)))
    let wide = Reduction(of: subject.size, by: max(radius / 8, reduced.factor))
    let small = Image.matte(matte, fitting: PixelRect(wide.small))
    brightness = wide.restored(
      picture.applying(Brightness()).scaled(to: wide.small)
        .mean(within: small.and(small), radius: radius / wide.factor))
    // Places as large as a forty-eighth of the picture: a spark is no light to see by.
    let coarse = Reduction(of: subject.size, by: max(Double(max(subject.size.width, subject.size.height)) / 48, 1))
    let area = PixelRect(coarse.small)
    brightest = picture.scaled(to: coarse.small).luminance().and(Image.matte(matte, fitting: area).inverted)
      .cropped(to: area).applying(.areaMaximum()).clampedToExtent()
  }

  /// The square root of luminance, which is near enough to what is seen.
  private struct Brightness: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      SIMD4(SIMD3(repeating: max(0, Luminance.of(pixel.x, pixel.y, pixel.z)).squareRoot()), pixel.w)
    }
  }

  /// The square of a difference of colours below which they tell nothing.
  private static let noise: Float = 0.01
  /// From how far on between the hair's colour and the other a pixel is not quite hair, and from where on it is none.
  private static let between: (Float, Float) = (0.35, 0.85)
  /// The same of its distance from the hair's mean brightness, in standard deviations: gray hair has white strands.
  private static let deviations: (Float, Float) = (1.3, 2.3)

  /// The share of a pixel.
  ///
  /// - Parameters:
  ///   - color: the pixel's, in linear light.
  ///   - matte: what the matte says.
  ///   - around: the mean colour of the hair.
  ///   - brightness: a pixel of ``brightness``.
  ///   - beside: a pixel of ``beside``.
  static func share(
    of color: SIMD3<Float>, at matte: Float, around: SIMD3<Float>, brightness: Float, beside: SIMD4<Float>
  ) -> Float {
    guard beside.w > 0.002 else { return matte }
    let own = seen(around)
    let across = seen(SIMD3(beside.x, beside.y, beside.z) / beside.w) - own
    let away = ((seen(color) - own) * across).sum() / ((across * across).sum() + noise)
    let part = ((away - between.0) / (between.1 - between.0)).clamped(to: 0...1)
    guard part > 0 else { return matte }
    // The mean of the brightness's square is the mean of luminance.
    let variance = max(Luminance.of(around.x, around.y, around.z) - brightness * brightness, 1e-4)
    let light = max(0, Luminance.of(color.x, color.y, color.z)).squareRoot()
    let unusual = abs(light - brightness) / variance.squareRoot()
    let doubt = ((unusual - deviations.0) / (deviations.1 - deviations.0)).clamped(to: 0...1)
    let hair = 1 - part * part * (3 - 2 * part) * doubt
    return min(matte, matte + (hair - matte) * min(1, 6 * beside.w))
  }

  /// Square roots of a colour, which are near enough to what is seen.
  private static func seen(_ color: SIMD3<Float>) -> SIMD3<Float> {
    color.replacing(with: 0, where: color .< 0).squareRoot()
  }
}
