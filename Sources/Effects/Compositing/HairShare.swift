import FilterGraph
import Imaging

/// How much of each pixel is hair: the matte, less what shows between curls and beside them. A matte takes the gaps
/// between curls for hair; a pixel there that has the colour of what lies beside the hair, and is of a brightness or tint
/// that the hair never has, is none. Away from the hair's edge all is hair, as bright strands are there. A pixel at the
/// edge that has the hair's colour is hair, so that no rim of the old colour stays round dyed hair.
struct HairShare {
  /// The means of the hair round each place, as seen: of its brightness, of its tint, and of the tint's square.
  let tones: Image
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
    tones = wide.restored(
      picture.applying(Tones()).scaled(to: wide.small)
        .mean(within: small.and(small), radius: radius / wide.factor))
    // Places as large as a forty-eighth of the picture: a spark is no light to see by.
    let coarse = Reduction(of: subject.size, by: max(Double(max(subject.size.width, subject.size.height)) / 48, 1))
    let area = PixelRect(coarse.small)
    brightest = picture.scaled(to: coarse.small).luminance().and(Image.matte(matte, fitting: area).inverted)
      .cropped(to: area).applying(.areaMaximum()).clampedToExtent()
  }

  /// Brightness, tint and the tint's square.
  private struct Tones: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let color = SIMD3(pixel.x, pixel.y, pixel.z)
      let tint = HairShare.tint(HairShare.seen(color))
      return SIMD4(HairShare.brightness(color), tint, tint * tint, pixel.w)
    }
  }

  /// The square root of luminance, which is near enough to what is seen.
  private static func brightness(_ color: SIMD3<Float>) -> Float {
    max(0, Luminance.of(color.x, color.y, color.z)).squareRoot()
  }

  /// How blue and not yellow a colour is, as seen, from 0 to 1: hair varies less in this than in brightness, and a gray
  /// wall is told by it from brown hair that shines.
  private static func tint(_ seen: SIMD3<Float>) -> Float { 0.5 + 0.5 * (seen.z - seen.x) }

  /// The square of a difference of colours below which they tell nothing.
  private static let noise: Float = 0.01
  /// From how far on between the hair's colour and the other a pixel is not quite hair, and from where on it is none.
  private static let between: (Float, Float) = (0.35, 0.85)
  /// The same of its distance from the hair's mean brightness, in standard deviations: gray hair has white strands.
  private static let deviations: (Float, Float) = (1.3, 2.3)

  /// The share of a pixel, more or less than the matte's, and how far its colour is from the hair's towards what lies
  /// beside it, whose own is about 1.
  ///
  /// - Parameters:
  ///   - color: the pixel's, in linear light.
  ///   - matte: what the matte says.
  ///   - around: the mean colour of the hair.
  ///   - tones: a pixel of ``tones``.
  ///   - beside: a pixel of ``beside``.
  static func share(
    of color: SIMD3<Float>, at matte: Float, around: SIMD3<Float>, tones: SIMD4<Float>, beside: SIMD4<Float>
  ) -> (share: Float, away: Float) {
    guard beside.w > 0.002 else { return (matte, 0) }
    let (own, other, here) = (seen(around), seen(SIMD3(beside.x, beside.y, beside.z) / beside.w), seen(color))
    let across = other - own
    let distance = (across * across).sum()
    let away = ((here - own) * across).sum() / (distance + noise)
    // How much is near that tells hair from the rest.
    let near = min(1, 6 * beside.w)
    let part = ((away - between.0) / (between.1 - between.0)).clamped(to: 0...1)
    if part > 0 {
      // The mean of the brightness's square is the mean of luminance.
      let variance = max(Luminance.of(around.x, around.y, around.z) - tones.x * tones.x, 1e-4)
      let light = brightness(color) - tones.x
      let tintVariance = max(tones.z - tones.y * tones.y, 2.5e-4)
      let side = ((tint(other) - tones.y) / 0.02).clamped(to: -1...1)
      let tinted = max(0, (tint(here) - tones.y) * side)
      let unusual = (light * light / variance + tinted * tinted / tintVariance).squareRoot()
      let doubt = ((unusual - deviations.0) / (deviations.1 - deviations.0)).clamped(to: 0...1)
      let hair = 1 - part * part * (3 - 2 * part) * doubt
      return (min(matte, matte + (hair - matte) * near), away)
    }
    // The hair's colour where the rest has quite another is hair, as soon as the matte begins to say so.
    let alike = ((between.0 - abs(away)) / 0.25).clamped(to: 0...1)
    let apart = ((distance - 0.03) / 0.1).clamped(to: 0...1)
    return (matte + (1 - matte) * alike * apart * near * min(1, 5 * matte), away)
  }

  /// Square roots of a colour, which are near enough to what is seen.
  private static func seen(_ color: SIMD3<Float>) -> SIMD3<Float> {
    color.replacing(with: 0, where: color .< 0).squareRoot()
  }
}
