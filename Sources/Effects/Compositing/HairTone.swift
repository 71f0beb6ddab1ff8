import FilterGraph
import Imaging

/// The brightness of hair round each place, by which single strands are measured.
struct HairTone {
  /// Where hair is.
  let mask: Image
  /// The mean colour of the hair round each place; opaque.
  let around: Image

  /// - Parameter radius: of the mean, in pixels.
  init(of subject: EffectSubject, _ matte: Matte, radius: Double) {
    let radius = max(2, radius)
    let reduced = Reduction(of: subject.size, by: radius / 8)
    let small = Image.matte(matte, fitting: PixelRect(reduced.small))
    // Weighted by the matte's square: pixels seen through hair have little weight.
    around = reduced.restored(
      reduced.picture(subject.image.opaque)
        .mean(within: small.and(small), radius: radius / reduced.factor))
    mask = Image.matte(matte, fitting: PixelRect(subject.size))
  }

  /// Light added to black hair, so that noise in it makes no strands.
  static let dark: Float = 0.003

  /// The brightness of a strand of linear luminance `light`, as a multiple of that of the hair round it.
  static func strand(_ light: Float, around mean: Float) -> Float { (max(light, 0) + dark) / (max(mean, 0) + dark) }

  /// A strand's brightness, limited to `most` times the mean where the matte is certain, and to hardly more than the
  /// mean where it is soft, because skin or background is visible through it there.
  static func limited(_ strand: Float, to most: Float, at matte: Float) -> Float {
    let sure = matte * matte
    let most = 1.2 + (most - 1.2) * sure * sure
    let start = most / 2
    guard strand > start else { return strand }
    let over = (strand - start) / (most - start)
    return start + (most - start) * over / (1 + over)
  }
}
