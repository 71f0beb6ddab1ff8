import Imaging

/// The smallest and the largest of each premultiplied component over an area: two pixels, the smallest left. NaN does
/// not count.
struct MinMaxReduction: ReductionOperation {
  let area: PixelRect
  var name: String { "areaMinMax \(area)" }
  var size: PixelSize { PixelSize(width: 2, height: 1) }
  var stateCount: Int { 8 }
  // Both kinds of state keep the maximum: of the negated values and of the values.
  var neutral: Int64 { .min }

  func accumulate(_ row: PixelRow, into state: UnsafeMutablePointer<Int64>) {
    for (index, plane) in row.planes.enumerated() {
      var low = Float.infinity
      var high = -Float.infinity
      for i in 0..<row.count {
        low = plane[i] < low ? plane[i] : low
        high = plane[i] > high ? plane[i] : high
      }
      guard low <= high else { continue }
      state[index] = max(state[index], -MinMaxReduction.rank(low))
      state[4 + index] = max(state[4 + index], MinMaxReduction.rank(high))
    }
  }

  func merge(_ other: UnsafePointer<Int64>, into state: UnsafeMutablePointer<Int64>) {
    for index in 0..<stateCount { state[index] = max(state[index], other[index]) }
  }

  func result(of state: UnsafePointer<Int64>) -> [SIMD4<Float>] {
    var pixels = [SIMD4<Float>](repeating: .zero, count: 2)
    for index in 0..<4 where state[index] != .min {
      pixels[0][index] = MinMaxReduction.value(of: -state[index])
      pixels[1][index] = MinMaxReduction.value(of: state[4 + index])
    }
    return pixels
  }

  /// An integer with the same order as floats.
  private static func rank(_ value: Float) -> Int64 {
    let bits = Int64(value.magnitude.bitPattern)
    return value < 0 ? -bits : bits
  }

  private static func value(of rank: Int64) -> Float {
    let size = Float(bitPattern: UInt32(truncatingIfNeeded: rank.magnitude))
    return rank < 0 ? -size : size
  }
}
