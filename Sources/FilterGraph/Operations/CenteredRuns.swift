/// A symmetric kernel, with each row stored as its difference from the row beyond it: in a disc few pixels differ from
/// one to the next.
struct CenteredRuns: Sendable {
  /// The reach of the kernel to each side, in pixels.
  let reach: Int
  /// For every row from the middle down, the index of its first step, and finally the number of steps.
  let firsts: [UInt32]
  /// The distance to each side of a step's two pixels.
  let places: [UInt32]
  /// The increase of the weight of those two over the row below.
  let weights: [Float]

  /// - Parameters:
  ///   - reach: beyond, weights are 0.
  ///   - weight: the weight of the pixel at this horizontal and vertical distance, both from 0 to `reach`. Weights are
  ///     normalized.
  init(reach: Int, weight: (_ across: Int, _ down: Int) -> Double) {
    var rows: [[Double]] = []
    var sum = 0.0
    for down in 0...reach {
      let row = (0...reach).map { weight($0, down) }
      sum += (2 * row.reduce(0, +) - row[0]) * (down == 0 ? 1 : 2)
      rows.append(row)
    }
    var firsts: [UInt32] = [0]
    var places: [UInt32] = []
    var weights: [Float] = []
    for (down, row) in rows.enumerated() {
      for (across, value) in row.enumerated() {
        let below = down < reach ? rows[down + 1][across] : 0
        if value == below { continue }
        places.append(UInt32(across))
        weights.append(Float((value - below) / sum))
      }
      firsts.append(UInt32(weights.count))
    }
    self.reach = reach
    self.firsts = firsts
    self.places = places
    self.weights = weights
  }

  /// The fraction of every pixel's square that a disc covers.
  static func disc(radius: Double) -> CenteredRuns {
    let square = radius * radius
    return CenteredRuns(reach: Int((radius + 0.5).rounded(.up)) - 1) { across, down in
      let (left, top) = (Double(across) - 0.5, Double(down) - 0.5)
      let (nearX, nearY) = (max(left, 0), max(top, 0))
      if nearX * nearX + nearY * nearY >= square { return 0 }
      if (left + 1) * (left + 1) + (top + 1) * (top + 1) <= square { return 1 }
      // In slices across, by the length inside of each.
      let slices = 64
      var inside = 0.0
      for slice in 0..<slices {
        let x = left + (Double(slice) + 0.5) / Double(slices)
        let half = max(square - x * x, 0).squareRoot()
        inside += max(min(top + 1, half) - max(top, -half), 0)
      }
      return inside / Double(slices)
    }
  }
}
