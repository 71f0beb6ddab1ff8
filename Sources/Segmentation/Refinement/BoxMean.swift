import Imaging

/// Means over square windows (box filter). What lies outside counts as 0.
enum BoxMean {
  /// - Parameters:
  ///   - values: of the plane's `size`.
  ///   - radius: of the window, in samples: its side is `2 * radius + 1`.
  static func values(of values: [Float], size: PixelSize, radius: Int) -> [Float] {
    let rows = means(of: values, lines: size.height, length: size.width, stride: (size.width, 1), radius: radius)
    return means(of: rows, lines: size.width, length: size.height, stride: (1, size.width), radius: radius)
  }

  /// The means along lines: rows or columns.
  ///
  /// - Parameter stride: from line to line, and from value to value.
  private static func means(
    of values: [Float], lines: Int, length: Int, stride: (line: Int, value: Int), radius: Int
  ) -> [Float] {
    precondition(values.count == lines * length)
    let share = 1 / Float(2 * radius + 1)
    return [Float](unsafeUninitializedCapacity: values.count) { output, count in
      values.withUnsafeBufferPointer { values in
        for line in 0..<lines {
          let first = line &* stride.line
          var sum: Float = 0
          for place in 0..<min(radius, length) { sum += values[first &+ place &* stride.value] }
          for place in 0..<length {
            if place &+ radius < length { sum += values[first &+ (place &+ radius) &* stride.value] }
            output[first &+ place &* stride.value] = max(sum, 0) * share
            if place >= radius { sum -= values[first &+ (place &- radius) &* stride.value] }
          }
        }
      }
      count = values.count
    }
  }
}
