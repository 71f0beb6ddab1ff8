import Imaging

/// How soft the edge of somebody is near each pixel: sharp where their outline is in focus, soft where motion or hair blurs
/// it.
enum EdgeSoftness {
  /// The mean of `4 p (1 - p)` in a window, with the probability `p` of a person, up to which an edge counts as sharp, and
  /// from which as soft.
  private static let limits: (sharp: Float, soft: Float) = (0.15, 0.35)

  /// - Parameters:
  ///   - portrait: probabilities, `0...1`, of the plane's `size`.
  ///   - radius: of the square window, in pixels.
  /// - Returns: the softness of each pixel, `0...1`; 0 where no edge is near.
  static func values(of portrait: ArraySlice<Float>, size: PixelSize, radius: Int) -> [Float] {
    let doubt = portrait.map { 4 * $0 * (1 - $0) }
    let rows = means(of: doubt, lines: size.height, length: size.width, stride: (size.width, 1), radius: radius)
    return means(of: rows, lines: size.width, length: size.height, stride: (1, size.width), radius: radius).map {
      mean in
      let share = min(max((mean - limits.sharp) / (limits.soft - limits.sharp), 0), 1)
      return share * share * (3 - 2 * share)
    }
  }

  /// The means of windows along lines: rows or columns. What lies outside counts as 0.
  ///
  /// - Parameter stride: from line to line, and from value to value.
  private static func means(
    of values: [Float], lines: Int, length: Int, stride: (line: Int, value: Int), radius: Int
  ) -> [Float] {
    let share = 1 / Float(2 * radius + 1)
    return [Float](unsafeUninitializedCapacity: values.count) { output, count in
      for line in 0..<lines {
        let first = line * stride.line
        var sum: Float = 0
        for place in 0..<min(radius, length) { sum += values[first + place * stride.value] }
        for place in 0..<length {
          if place + radius < length { sum += values[first + (place + radius) * stride.value] }
          output[first + place * stride.value] = max(sum, 0) * share
          if place >= radius { sum -= values[first + (place - radius) * stride.value] }
        }
      }
      count = values.count
    }
  }
}
