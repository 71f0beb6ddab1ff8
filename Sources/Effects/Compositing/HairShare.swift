import FilterGraph
import Imaging

/// The share of hair in each pixel: the matte, less the gaps between curls and beside them. A matte covers the gaps
/// between curls; a pixel there with the colour of the surroundings, and with a brightness or tint outside the hair's
/// range, is not hair. Away from the hair's edge everything is hair, because there are bright strands. A pixel at the
/// edge with the hair's colour is hair, so that no rim of the old colour stays round dyed hair.
struct HairShare {
  /// The means of the hair round each place, in perceived values: of its brightness, of its tint, and of the tint's
  /// square.
  let tones: Image
  /// The mean colour of the surroundings; its alpha is their share nearby.
  let beside: Image
  /// The luminance of the brightest place outside the hair, constant over the picture; black if everything is hair.
  let brightest: Image

  /// - Parameter radius: the radius of the hair's mean, in pixels.
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
    // Places of at least a forty-eighth of the picture: a spark does not light a scene.
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

  /// The square root of luminance, an approximation of perceived brightness.
  private static func brightness(_ color: SIMD3<Float>) -> Float {
    max(0, Luminance.of(color.x, color.y, color.z)).squareRoot()
  }

  /// The tint from yellow to blue, in perceived values, from 0 to 1: hair varies less in it than in brightness, and it
  /// separates a gray wall from shining brown hair.
  private static func tint(_ seen: SIMD3<Float>) -> Float { 0.5 + 0.5 * (seen.z - seen.x) }

  /// The squared difference of colours below which they are not evidence.
  private static let noise: Float = 0.01
  /// The distance between the hair's colour and the other from which a pixel is partly hair, and that from which it is
  /// not.
  private static let between: (Float, Float) = (0.35, 0.85)
  /// The same for its distance from the hair's mean brightness, in standard deviations: gray hair has white strands.
  private static let deviations: (Float, Float) = (1.3, 2.3)

  /// The share of hair in a pixel, which may differ from the matte's either way, and the distance of its colour from
  /// the hair's towards the surroundings', which is about 1 for these.
  ///
  /// - Parameters:
  ///   - color: the pixel's, in linear light.
  ///   - matte: the matte.
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
    // The share of surroundings nearby that are distinct from the hair.
    let near = min(1, 6 * beside.w)
    let part = ((away - between.0) / (between.1 - between.0)).clamped(to: 0...1)
    if part > 0 {
      // The mean of the squared brightness is the mean of luminance.
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
    // The hair's colour beside surroundings of quite another colour is hair, from the matte's outer edge on.
    let alike = ((between.0 - abs(away)) / 0.25).clamped(to: 0...1)
    let apart = ((distance - 0.03) / 0.1).clamped(to: 0...1)
    return (matte + (1 - matte) * alike * apart * near * min(1, 5 * matte), away)
  }

  /// Square roots of a colour, an approximation of perceived values.
  private static func seen(_ color: SIMD3<Float>) -> SIMD3<Float> {
    color.replacing(with: 0, where: color .< 0).squareRoot()
  }
}
