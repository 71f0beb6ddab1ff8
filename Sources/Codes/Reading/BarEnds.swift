import Imaging

/// The lines on which the bars of a linear code end. If the code leans away from the camera they are not perpendicular
/// to the bars.
struct BarEnds {
  /// Positions along the code at which the end of a bar is searched for.
  private static let places = 48
  /// Fewer bars than this do not make a line.
  private static let leastBars = 6

  let sampler: LumaSampler

  /// Corners whose upper and lower edges lie at the ends of the bars: top left, top right, bottom right, bottom left.
  ///
  /// - Parameter corners: the same, from following the bars.
  func corners(from corners: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let middle = (left: (corners[0] + corners[3]) / 2, right: (corners[1] + corners[2]) / 2)
    let top = edge(corners[0], corners[1], from: middle)
    let bottom = edge(corners[3], corners[2], from: middle)
    return [top.left, top.right, bottom.right, bottom.left]
  }

  /// An edge, moved along the code's two sides to the ends of the bars.
  private func edge(
    _ left: SIMD2<Double>, _ right: SIMD2<Double>, from middle: (left: SIMD2<Double>, right: SIMD2<Double>)
  ) -> (left: SIMD2<Double>, right: SIMD2<Double>) {
    // The distance from the edge to the ends of the bars, as a fraction of the way from the middle line to it, at
    // positions from left to right.
    var ends: [(place: Double, beyond: Double)] = []
    for index in 0..<Self.places {
      let place = (Double(index) + 0.5) / Double(Self.places)
      let start = middle.left + (middle.right - middle.left) * place
      let way = left + (right - left) * place - start
      if let beyond = end(from: start, way) { ends.append((place, beyond)) }
    }
    guard let first = Self.line(through: ends) else { return (left, right) }
    // Fitted once more without outliers: dirt, or print that touches a bar.
    let errors = ends.map { abs($0.beyond - first.at($0.place)) }.sorted()
    let limit = max(0.01, 2.5 * errors[errors.count / 2])
    let kept = ends.filter { abs($0.beyond - first.at($0.place)) <= limit }
    guard let line = Self.line(through: kept), abs(line.at(0)) < 0.2, abs(line.at(1)) < 0.2 else {
      return (left, right)
    }
    return (left + (left - middle.left) * line.at(0), right + (right - middle.right) * line.at(1))
  }

  /// The distance beyond a path's end at which the bar under it ends; nil if it follows no bar.
  private func end(from start: SIMD2<Double>, _ way: SIMD2<Double>) -> Double? {
    let length = (way * way).sum().squareRoot()
    guard length >= 6 else { return nil }
    let reach = max(0.15, 4 / length)
    let count = Int(2 * reach * length * 2) + 2
    let profile = sampler.profile(from: start + way * (1 - reach), to: start + way * (1 + reach), count: count)
    let part = max(1, count / 6)
    let inside = profile.prefix(part).reduce(0, +) / Float(part)
    let outside = profile.suffix(part).reduce(0, +) / Float(part)
    // A space is as light as the ground beyond it.
    guard abs(inside - outside) > 40 else { return nil }
    let threshold = (inside + outside) / 2
    guard let index = profile.firstIndex(where: { ($0 > threshold) == (outside > inside) }), index > 0 else {
      return nil
    }
    let (before, after) = (profile[index - 1], profile[index])
    let fraction = after == before ? 0 : Double((threshold - before) / (after - before))
    return (Double(index - 1) + fraction) / Double(count - 1) * 2 * reach - reach
  }

  private struct Line {
    let offset, slope: Double
    func at(_ place: Double) -> Double { offset + slope * place }
  }

  /// The least-squares line; nil for too few points, or for points that lie in one half.
  private static func line(through ends: [(place: Double, beyond: Double)]) -> Line? {
    guard ends.count >= leastBars, let first = ends.first, let last = ends.last, last.place - first.place > 0.5
    else { return nil }
    let count = Double(ends.count)
    let (x, y) = (ends.reduce(0) { $0 + $1.place } / count, ends.reduce(0) { $0 + $1.beyond } / count)
    let spread = ends.reduce(0) { $0 + ($1.place - x) * ($1.place - x) }
    guard spread > 0 else { return nil }
    let slope = ends.reduce(0) { $0 + ($1.place - x) * ($1.beyond - y) } / spread
    return Line(offset: y - slope * x, slope: slope)
  }
}
