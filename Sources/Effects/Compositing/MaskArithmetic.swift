import FilterGraph
import Imaging

/// Masks made of masks: gray pictures, of which the green component counts.
extension Image {
  /// White where both are: the product. Black outside either.
  func and(_ other: Image) -> Image { applying(.multiplyCompositing(backgroundImage: other)) }

  /// White where either is: the larger of the two.
  func or(_ other: Image) -> Image { applying(.maximumCompositing(backgroundImage: other)) }

  /// White where it was black, within the extent.
  var inverted: Image { applying(.colorInvert) }

  /// The mask weakened by a factor, or, above 1, made harder.
  func scaled(by factor: Double) -> Image {
    applying(
      .colorMatrix(
        rVector: SIMD4(factor, 0, 0, 0), gVector: SIMD4(0, factor, 0, 0), bVector: SIMD4(0, 0, factor, 0)))
  }

  /// A mask that is 0 up to one value and 1 from another on, straight between.
  func ramp(from low: Double, to high: Double) -> Image {
    let k = 1 / (high - low)
    return applying(
      .colorMatrix(
        rVector: SIMD4(k, 0, 0, 0), gVector: SIMD4(0, k, 0, 0), bVector: SIMD4(0, 0, k, 0),
        biasVector: SIMD4(-k * low, -k * low, -k * low, 0))
    ).applying(.colorClamp())
  }

  /// Masks of which the largest counts at each place, over the given area and black elsewhere in it.
  static func union(of masks: [Image], in area: PixelRect) -> Image {
    masks.reduce(Image.color(.black).cropped(to: area)) { $1.cropped(to: area).or($0) }
  }
}
