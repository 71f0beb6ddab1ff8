import Imaging

/// The path of a face between two frames that detected it: a cubic through both places, with their velocities.
struct GapPath {
  /// A place and its velocity in pixels a second; nil if unknown.
  struct End {
    var place: SIMD2<Double>
    var velocity: SIMD2<Double>?
    /// In seconds.
    var time: Double
  }

  let start: End
  let end: End

  /// Velocities beyond this multiple of the mean one would overshoot both ends (Fritsch and Carlson, "Monotone
  /// Piecewise Cubic Interpolation", 1980).
  private static let mostVelocity = 3.0

  /// The place of the face at a time between the two; on a line at constant speed if a velocity is not known.
  func place(at time: Double) -> SIMD2<Double> {
    let duration = end.time - start.time
    guard duration > 0 else { return start.place }
    let t = min(max((time - start.time) / duration, 0), 1)
    let way = end.place - start.place
    guard let first = start.velocity, let last = end.velocity else { return start.place + way * t }
    let (a, b) = (limited(first * duration, way), limited(last * duration, way))
    let (square, cube) = (t * t, t * t * t)
    let (leaving, arriving) = (cube - 2 * square + t, cube - square)
    return start.place + way * (3 * square - 2 * cube) + a * leaving + b * arriving
  }

  /// A velocity for the whole duration, in pixels, with each coordinate limited to the path's direction and length.
  private func limited(_ velocity: SIMD2<Double>, _ way: SIMD2<Double>) -> SIMD2<Double> {
    func limited(_ value: Double, _ way: Double) -> Double {
      let most = Self.mostVelocity * way
      return min(max(value, min(0, most)), max(0, most))
    }
    return SIMD2(limited(velocity.x, way.x), limited(velocity.y, way.y))
  }
}
