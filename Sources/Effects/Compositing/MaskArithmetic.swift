import FilterGraph
import Imaging

/// Operations on masks: gray pictures, of which the green component is used.
extension Image {
  /// The intersection: the product. Black outside either.
  func and(_ other: Image) -> Image { applying(.multiplyCompositing(backgroundImage: other)) }

  /// The union: the maximum of the two.
  func or(_ other: Image) -> Image { applying(.maximumCompositing(backgroundImage: other)) }

  /// The complement, within the extent.
  var inverted: Image { applying(.colorInvert) }

  /// The mask scaled by a factor; above 1 its edges become harder.
  func scaled(by factor: Double) -> Image {
    applying(
      .colorMatrix(
        rVector: SIMD4(factor, 0, 0, 0), gVector: SIMD4(0, factor, 0, 0), bVector: SIMD4(0, 0, factor, 0)))
  }

  /// A mask that is 0 up to one value and 1 from another on, linear between.
  func ramp(from low: Double, to high: Double) -> Image {
    let k = 1 / (high - low)
    return applying(
      .colorMatrix(
        rVector: SIMD4(k, 0, 0, 0), gVector: SIMD4(0, k, 0, 0), bVector: SIMD4(0, 0, k, 0),
        biasVector: SIMD4(-k * low, -k * low, -k * low, 0))
    ).applying(.colorClamp())
  }

  /// The maximum of masks at each place, over the given area and black elsewhere in it.
  static func union(of masks: [Image], in area: PixelRect) -> Image {
    masks.reduce(Image.color(.black).cropped(to: area)) { $1.cropped(to: area).or($0) }
  }
}
