import Imaging

/// A coarse picture of a face: it distinguishes two faces that meet, but does not recognize a person.
struct FaceAppearance: Sendable, Hashable {
  /// Cells per side.
  private static let cells = 8
  /// Mean red, green and blue of each cell, `0...1`, row by row.
  private var values: [Float]

  init(values: [Float]) { self.values = values }

  /// - Parameter crop: `rgba8`, with the upright face in the central two thirds.
  init(crop: PixelBuffer) {
    let side = min(crop.width, crop.height)
    let cell = max(1, side * 2 / 3 / Self.cells)
    let start = (side - cell * Self.cells) / 2
    values = [Float](repeating: 0, count: Self.cells * Self.cells * 3)
    crop.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for row in 0..<Self.cells {
        for column in 0..<Self.cells {
          var sum = SIMD4<Int32>.zero
          var count: Int32 = 0
          // Every other pixel is enough.
          for y in stride(from: start + row * cell, to: start + (row + 1) * cell, by: 2) {
            for x in stride(from: start + column * cell, to: start + (column + 1) * cell, by: 2) {
              let pixel = base + (y &* crop.rowBytes &+ x &* 4)
              sum &+= SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), 0)
              count &+= 1
            }
          }
          let scale = 1 / (255 * Float(count))
          for channel in 0..<3 { values[(row * Self.cells + column) * 3 + channel] = Float(sum[channel]) * scale }
        }
      }
    }
  }

  /// 0 for the same picture, 1 for pictures that have nothing in common.
  ///
  /// One part is the pattern, independent of exposure: 1 minus the correlation. The other part is the color.
  func distance(to other: FaceAppearance) -> Double {
    guard values.count == other.values.count, !values.isEmpty else { return 1 }
    let count = Float(values.count / 3)
    var (mean, otherMean) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    for index in stride(from: 0, to: values.count, by: 3) {
      mean += SIMD3(values[index], values[index + 1], values[index + 2])
      otherMean += SIMD3(other.values[index], other.values[index + 1], other.values[index + 2])
    }
    mean /= count
    otherMean /= count
    var (product, own, foreign): (Float, Float, Float) = (0, 0, 0)
    for index in values.indices {
      let a = values[index] - mean[index % 3]
      let b = other.values[index] - otherMean[index % 3]
      product += a * b
      own += a * a
      foreign += b * b
    }
    let norm = (own * foreign).squareRoot()
    let pattern = norm > 1e-6 ? 1 - product / norm : 1
    let difference = mean - otherMean
    let color = (difference * difference).sum().squareRoot()
    return Double(min(1, 0.5 * pattern + 2 * color))
  }

  /// Blends in a newer appearance.
  ///
  /// - Parameter rate: weight of the newer one, `0...1`.
  mutating func blend(_ other: FaceAppearance, rate: Float) {
    guard values.count == other.values.count else { return }
    for index in values.indices { values[index] += rate * (other.values[index] - values[index]) }
  }
}
