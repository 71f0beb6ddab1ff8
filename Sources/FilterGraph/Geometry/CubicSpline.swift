/// The natural cubic spline through some points of increasing x: smooth to the second derivative, straight at its ends.
struct CubicSpline: Sendable {
  private let knots: [Float]
  /// The coefficients of 1, t, t^2 and t^3 for each interval, with t relative to its start.
  private let pieces: [SIMD4<Float>]
  private let extrapolates: Bool
  private let ends: (value: (Float, Float), slope: (Float, Float))

  /// - Precondition: at least two points, x increasing.
  init(_ points: [Point], extrapolates: Bool) {
    self.extrapolates = extrapolates
    let n = points.count - 1
    let h = (0..<n).map { points[$0 + 1].x - points[$0].x }
    let slope = (0..<n).map { (points[$0 + 1].y - points[$0].y) / h[$0] }
    // Thomas's algorithm for the second derivatives, which are 0 at both ends.
    var diagonal = [Double](repeating: 1, count: n + 1)
    var right = [Double](repeating: 0, count: n + 1)
    for i in 1..<n {
      let lower = h[i - 1] / (i == 1 ? 1 : diagonal[i - 1])
      diagonal[i] = 2 * (h[i - 1] + h[i]) - (i == 1 ? 0 : lower * h[i - 1])
      right[i] = 6 * (slope[i] - slope[i - 1]) - (i == 1 ? 0 : lower * right[i - 1])
    }
    var second = [Double](repeating: 0, count: n + 1)
    for i in stride(from: n - 1, to: 0, by: -1) { second[i] = (right[i] - h[i] * second[i + 1]) / diagonal[i] }
    var pieces: [SIMD4<Float>] = []
    for i in 0..<n {
      let first = slope[i] - h[i] * (2 * second[i] + second[i + 1]) / 6
      let third = (second[i + 1] - second[i]) / (6 * h[i])
      pieces.append(SIMD4<Float>(SIMD4<Double>(points[i].y, first, second[i] / 2, third)))
    }
    knots = points.map { Float($0.x) }
    self.pieces = pieces
    let lastSlope = slope[n - 1] + h[n - 1] * second[n - 1] / 6
    ends = ((Float(points[0].y), Float(points[n].y)), (pieces[0].y, Float(lastSlope)))
  }

  func value(at x: Float) -> Float {
    let last = knots.count - 1
    if x <= knots[0] { return ends.value.0 + (extrapolates ? (x - knots[0]) * ends.slope.0 : 0) }
    if x >= knots[last] { return ends.value.1 + (extrapolates ? (x - knots[last]) * ends.slope.1 : 0) }
    var index = 0
    while index < last - 1, x > knots[index + 1] { index += 1 }
    let t = x - knots[index]
    let piece = pieces[index]
    return piece.x + t * (piece.y + t * (piece.z + t * piece.w))
  }
}
