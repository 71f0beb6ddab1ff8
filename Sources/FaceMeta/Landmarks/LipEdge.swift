/// The quality with which outlines of a lip separate the colours of lips from those of skin.
struct LipEdge {
  private let side: Int
  /// The cumulative likeness to lips, from the top down to each pixel of a column: `side + 1` values a column.
  private let sums: [Float]
  private let outline: [Float]
  private let inward: Float
  private let shares: [Float]

  /// - Parameters:
  ///   - colors: the colours of a square of `side` pixels a side, row by row.
  ///   - columns: the columns that are compared.
  ///   - outline: the height of the lip's outline in each column.
  ///   - inward: 1 where the lip is below the outline, -1 where it is above.
  ///   - shares: the nearness of each column to a corner of the mouth, `0...1`: near ones count less.
  init(
    _ colors: [SIMD3<Float>], _ columns: [Int], _ discriminant: ColorDiscriminant, side: Int, outline: [Float],
    inward: Float, _ shares: [Float]
  ) {
    self.side = side
    self.outline = outline
    self.inward = inward
    self.shares = shares
    var sums: [Float] = []
    sums.reserveCapacity(columns.count * (side + 1))
    for column in columns {
      var sum: Float = 0
      sums.append(sum)
      for row in 0..<side {
        sum += discriminant.value(of: colors[row * side + column])
        sums.append(sum)
      }
    }
    self.sums = sums
  }

  /// The difference in likeness to lips between the bands inside and outside of the outline, `-1...1`, after it is
  /// moved down.
  ///
  /// - Parameters:
  ///   - corners: how far the corners of the mouth are moved, in pixels.
  ///   - center: how far the middle of the lip is moved, in pixels.
  ///   - band: the height of either band, in pixels.
  func contrast(corners: Float, center: Float, band: Float) -> Float {
    var (total, weights) = (Float(0), Float(0))
    for column in outline.indices {
      let share = shares[column]
      let height = outline[column] + center + (corners - center) * share
      let weight = 1 - share / 2
      let middle = sum(column, to: height)
      let (above, below) = (middle - sum(column, to: height - band), sum(column, to: height + band) - middle)
      total += weight * (below - above) * inward
      weights += weight
    }
    return total / (2 * band * weights)
  }

  private func sum(_ column: Int, to height: Float) -> Float {
    let height = height.clamped(to: 0...Float(side))
    let row = min(Int(height), side - 1)
    let part = height - Float(row)
    let start = column * (side + 1) + row
    return sums[start] * (1 - part) + sums[start + 1] * part
  }
}
