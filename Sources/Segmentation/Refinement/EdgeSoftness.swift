import Imaging

/// The softness of a person's edge near each pixel: sharp where their outline is in focus, soft where motion or hair
/// blurs it.
enum EdgeSoftness {
  /// The mean of `4 p (1 - p)` in a window, with the probability `p` of a person, up to which an edge counts as sharp,
  /// and from which as soft.
  private static let limits: (sharp: Float, soft: Float) = (0.15, 0.35)

  /// - Parameters:
  ///   - portrait: probabilities, `0...1`, of the plane's `size`.
  ///   - radius: the radius of the square window, in pixels.
  /// - Returns: the softness of each pixel, `0...1`; 0 where no edge is near.
  static func values(of portrait: ArraySlice<Float>, size: PixelSize, radius: Int) -> [Float] {
    let doubt = portrait.map { 4 * $0 * (1 - $0) }
    return BoxMean.values(of: doubt, size: size, radius: radius).map { mean in
      let share = min(max((mean - limits.sharp) / (limits.soft - limits.sharp), 0), 1)
      return share * share * (3 - 2 * share)
    }
  }
}
