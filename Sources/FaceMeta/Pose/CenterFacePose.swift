import Glibc
import Imaging

/// Roll and yaw of a face from the five points of ``CenterFace``, for faces that have no mesh: mostly profiles.
///
/// On FASSEG v3 (390 photos of 15 people, and their mirror images) the points follow ``curve``.
struct CenterFacePose: Sendable, Hashable {
  /// Clockwise positive as the viewer sees it.
  var roll: Angle
  /// Positive towards the viewer's left.
  var yaw: Angle

  /// Yaw in degrees; the nose's distance from the midline, and the distance of the eyes, along the line of the eyes. In
  /// distances from eyes to mouth.
  private static let curve: [(yaw: Float, place: SIMD2<Float>)] = [
    (0, SIMD2(0, 0.98)), (15, SIMD2(0.13, 0.955)), (30, SIMD2(0.24, 0.87)), (45, SIMD2(0.314, 0.745)),
    (60, SIMD2(0.346, 0.624)), (75, SIMD2(0.36, 0.505)), (90, SIMD2(0.364, 0.382)),
  ]

  /// - Parameter points: the left eye as the viewer sees it, the right eye, the nose's tip, the left and the right
  ///   corner of the mouth, in pixels. Nil if they do not form a face.
  init?(points: [SIMD2<Float>]) {
    guard points.count == 5 else { return nil }
    let eyes = (points[0] + points[1]) / 2
    let mouth = (points[3] + points[4]) / 2
    // Profiles have no line through the eyes, but all faces have one from the eyes to the mouth.
    let length = ((mouth - eyes) * (mouth - eyes)).sum().squareRoot()
    guard length > 0, length.isFinite else { return nil }
    let down = (mouth - eyes) / length
    let across = SIMD2(down.y, -down.x)
    let offset = ((points[2] - (eyes + mouth) / 2) * across).sum() / length
    let distance = ((points[1] - points[0]) * across).sum() / length
    guard offset.isFinite, distance.isFinite else { return nil }
    roll = Angle(radians: Double(atan2f(-down.x, down.y))).normalized
    let degrees = Self.degrees(at: SIMD2(abs(offset), distance))
    yaw = Angle(degrees: Double(offset > 0 ? -degrees : degrees)).normalized
  }

  /// The yaw at the nearest point of the curve, in degrees.
  private static func degrees(at place: SIMD2<Float>) -> Float {
    var best = (distance: Float.infinity, degrees: Float(0))
    for (start, end) in zip(curve, curve.dropFirst()) {
      let side = end.place - start.place
      let along = min(max(((place - start.place) * side).sum() / (side * side).sum(), 0), 1)
      let rest = place - start.place - along * side
      let distance = (rest * rest).sum()
      if distance < best.distance { best = (distance, start.yaw + along * (end.yaw - start.yaw)) }
    }
    return best.degrees
  }
}
