/// How well outlines of a lip part what looks like lips from what looks like skin.
struct LipEdge {
  private let side: Int
  /// For each column the sums, from the top down to each pixel, of how much the pixels look like lips.
  private let sums: [[Float]]

  /// - Parameters:
  ///   - colors: of a square of `side` pixels a side, row by row.
  ///   - columns: those that are looked at.
  init(_ colors: [SIMD3<Float>], _ columns: [Int], _ discriminant: ColorDiscriminant, side: Int) {
    self.side = side
    sums = columns.map { column in
      var sums: [Float] = [0]
      sums.reserveCapacity(side + 1)
      var sum: Float = 0
      for row in 0..<side {
        sum += discriminant.value(of: colors[row * side + column])
        sums.append(sum)
      }
      return sums
    }
  }

  /// By how much the band inside an outline looks more like lips than the band outside, `-1...1`.
  ///
  /// - Parameters:
  ///   - heights: of the outline in each column.
  ///   - inward: 1 where the lip is below the outline, -1 where it is above.
  ///   - band: the height of either band, in pixels.
  ///   - shares: how near to a corner of the mouth each column is, `0...1`: the nearer, the less it counts.
  func contrast(at heights: [Float], inward: Float, band: Float, _ shares: [Float]) -> Float {
    var (total, weights) = (Float(0), Float(0))
    for (column, height) in heights.enumerated() {
      let weight = 1 - shares[column] / 2
      let middle = sum(column, to: height)
      let (above, below) = (middle - sum(column, to: height - band), sum(column, to: height + band) - middle)
      total += weight * (below - above) * inward
      weights += weight
    }
    return total / (2 * band * weights)
  }

  private func sum(_ column: Int, to height: Float) -> Float {
    let height = min(max(height, 0), Float(side))
    let row = min(Int(height), side - 1)
    let part = height - Float(row)
    return sums[column][row] * (1 - part) + sums[column][row + 1] * part
  }
}
