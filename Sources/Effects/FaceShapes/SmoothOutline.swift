import FilterGraph

/// Closed curves through points.
enum SmoothOutline {
  /// The Catmull-Rom spline through the points, four parts to each side (Catmull and Rom, "A Class of Local
  /// Interpolating Splines", 1974).
  static func through(_ points: [Point]) -> [Point] {
    guard points.count >= 3 else { return points }
    let count = points.count
    return points.indices.flatMap { index -> [Point] in
      let p0 = points[(index + count - 1) % count]
      let (p1, p2, p3) = (points[index], points[(index + 1) % count], points[(index + 2) % count])
      return (0..<4).map { step in
        let t = Double(step) / 4
        func along(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
          let cubic = (3 * (b - c) + d - a) * t * t * t
          return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + cubic)
        }
        return Point(x: along(p0.x, p1.x, p2.x, p3.x), y: along(p0.y, p1.y, p2.y, p3.y))
      }
    }
  }
}
