import Imaging

/// The direction that best separates two sets of colours relative to their spread (Fisher, "The Use of Multiple
/// Measurements in Taxonomic Problems", 1936), scaled to 1 for the mean of the first set and -1 for that of the second.
struct ColorDiscriminant {
  /// The square of the distance of the two means, in standard deviations of the sets.
  let separation: Float
  private let weights: SIMD3<Float>
  private let middle: Float

  /// Nil if a set has too few colours to estimate its spread, or if both are the same.
  init?(_ first: [SIMD3<Float>], against second: [SIMD3<Float>]) {
    guard first.count >= 8, second.count >= 8 else { return nil }
    let (a, b) = (Moments(first), Moments(second))
    let rows = (0..<3).map { row in
      var sum = (a.rows[row] + b.rows[row]) / 2
      sum[row] += Self.noise
      return sum
    }
    // The inverse of a symmetric matrix times the difference of the means, by Cramer's rule.
    let across = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
    let determinant = (rows[0] * across[0]).sum()
    let difference = a.mean - b.mean
    guard determinant > 0 else { return nil }
    let direction =
      (across[0] * difference.x + across[1] * difference.y + across[2] * difference.z) / determinant
    separation = (direction * difference).sum()
    guard separation.isFinite, separation > 1e-3 else { return nil }
    weights = direction * (2 / separation)
    middle = (weights * (a.mean + b.mean)).sum() / 2
  }

  /// `-1...1`: 1 for a colour certainly of the first set.
  func value(of color: SIMD3<Float>) -> Float { ((weights * color).sum() - middle).clamped(to: -1...1) }

  /// The variance that is taken for noise.
  private static let noise: Float = 5e-4

  private struct Moments {
    let mean: SIMD3<Float>
    /// The rows of the covariance matrix.
    let rows: [SIMD3<Float>]

    init(_ colors: [SIMD3<Float>]) {
      let count = Float(colors.count)
      let mean = colors.reduce(.zero, +) / count
      var rows = [SIMD3<Float>](repeating: .zero, count: 3)
      for color in colors {
        let off = color - mean
        for row in 0..<3 { rows[row] += off * (off[row] / count) }
      }
      self.mean = mean
      self.rows = rows
    }
  }
}

private func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
