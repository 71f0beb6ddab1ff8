import Imaging

/// Means over square windows (box filter). What lies outside counts as 0.
enum BoxMean {
  /// - Parameters:
  ///   - values: the values, of the plane's `size`.
  ///   - radius: the radius of the window, in samples: its side is `2 * radius + 1`.
  static func values(of values: [Float], size: PixelSize, radius: Int) -> [Float] {
    precondition(values.count == size.area)
    return alongColumns(alongRows(values, size, radius), size, radius)
  }

  private static func alongRows(_ values: [Float], _ size: PixelSize, _ radius: Int) -> [Float] {
    let (width, share) = (size.width, 1 / Float(2 * radius + 1))
    return filled(from: values) { values, output in
      for first in stride(from: 0, to: values.count, by: max(width, 1)) {
        var sum: Float = 0
        for x in 0..<min(radius, width) { sum += values[first &+ x] }
        for x in 0..<width {
          if x &+ radius < width { sum += values[first &+ x &+ radius] }
          output[first &+ x] = max(sum, 0) * share
          if x >= radius { sum -= values[first &+ x &- radius] }
        }
      }
    }
  }

  /// All columns side by side, row after row.
  private static func alongColumns(_ values: [Float], _ size: PixelSize, _ radius: Int) -> [Float] {
    let (width, height, share) = (size.width, size.height, 1 / Float(2 * radius + 1))
    return filled(from: values) { values, output in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
        sums.initialize(repeating: 0)
        func add(_ row: Int) { for x in 0..<width { sums[x] += values[row &* width &+ x] } }
        for y in 0..<min(radius, height) { add(y) }
        for y in 0..<height {
          if y &+ radius < height { add(y &+ radius) }
          for x in 0..<width { output[y &* width &+ x] = max(sums[x], 0) * share }
          if y >= radius { for x in 0..<width { sums[x] -= values[(y &- radius) &* width &+ x] } }
        }
      }
    }
  }

  /// Allocates one value for each of `values`, which `fill` writes.
  private static func filled(
    from values: [Float], by fill: (UnsafeBufferPointer<Float>, UnsafeMutableBufferPointer<Float>) -> Void
  ) -> [Float] {
    [Float](unsafeUninitializedCapacity: values.count) { output, count in
      values.withUnsafeBufferPointer { fill($0, output) }
      count = values.count
    }
  }
}
