import FilterGraph

/// The person's share of a pixel that a soft matte says is a mix: given the picture, the colours that person and
/// background have nearby, and the matte. The result is transparent as far as the matte claims more than the colours show.
struct Unmixing: MultipleImageKernel {
  /// The square of a difference of colours below which they tell nothing.
  private static let noise: Float = 0.02
  /// Up to the first value of the matte the colours are believed, from the second on the matte.
  private static let doubt: (Float, Float) = (0.5, 0.95)

  func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
    let (seen, own, behind) = (rgb(pixels[0]), rgb(pixels[1]), rgb(pixels[2]))
    let matte = pixels[3].y
    guard matte > 0 else { return SIMD4(own, 1) }
    let unexplained = seen - (own * matte + behind * (1 - matte))
    let across = behind - own
    // By how much the matte would have to be less for the colours to add up.
    let excess = max(0, (unexplained * across).sum() / ((across * across).sum() + Self.noise))
    let square = matte * matte
    let color = own + (unexplained - across * excess) * square + across * (excess * square * square)
    // Never beyond the picture's own colour on one side and the one nearby on the other.
    let held = pointwiseMax(pointwiseMin(color, pointwiseMax(own, seen)), pointwiseMin(own, seen))
    let sure = ((matte - Self.doubt.0) / (Self.doubt.1 - Self.doubt.0)).clamped(to: 0...1)
    let believed = (1 - square) * (1 - sure * sure * (3 - 2 * sure))
    let kept = (1 - excess * believed / matte).clamped(to: 0...1)
    return SIMD4(held * kept, kept)
  }

  private func rgb(_ pixel: SIMD4<Float>) -> SIMD3<Float> { SIMD3(pixel.x, pixel.y, pixel.z) }
}
