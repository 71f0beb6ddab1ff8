@testable import FaceMeta
import Glibc
import Imaging

/// A made-up mesh that mirrors itself exactly and faces the camera, to be turned by known angles.
enum SyntheticHead {
  /// Points about the origin, about 100 pixels a side.
  static func mesh() -> [SIMD3<Float>] {
    var points = [SIMD3<Float>](repeating: .zero, count: MeshTopology.count)
    for (number, pair) in MeshTopology.mirroredPairs.enumerated() {
      let angle = Float(number)
      let place = SIMD3(20 + 30 * abs(sinf(angle)), 40 * cosf(angle * 1.7), 20 * sinf(angle * 0.9))
      points[pair.left] = place
      points[pair.right] = SIMD3(-place.x, place.y, place.z)
    }
    for (number, pair) in MeshTopology.midline.enumerated() {
      points[pair.upper] = SIMD3(0, -50 + 5 * Float(number), -20 - Float(number))
      points[pair.lower] = SIMD3(0, 50 - 4 * Float(number), -20 - Float(number))
    }
    // Brows, lips and the rest of the oval, for bounds.
    func place(_ part: FacePart, center: SIMD2<Float>, radius: SIMD2<Float>) {
      let indices = part.meshIndices
      for (number, index) in indices.enumerated() where points[index] == .zero {
        let angle = 2 * Float.pi * Float(number) / Float(indices.count)
        points[index] = SIMD3(center.x + radius.x * sinf(angle), center.y - radius.y * cosf(angle), 0)
      }
    }
    place(.faceOval, center: .zero, radius: SIMD2(50, 60))
    place(.leftEyebrow, center: SIMD2(20, -25), radius: SIMD2(12, 5))
    place(.rightEyebrow, center: SIMD2(-20, -25), radius: SIMD2(12, 5))
    place(.outerLips, center: SIMD2(0, 30), radius: SIMD2(15, 8))
    return points
  }

  /// The mesh looking up by `pitch`, then turned to the viewer's left by `yaw`, then rolled clockwise, in degrees.
  static func turned(roll: Double, yaw: Double, pitch: Double) -> [SIMD3<Float>] {
    func radians(_ degrees: Double) -> Float { Float(degrees * .pi / 180) }
    let (p, w, r) = (radians(pitch), radians(yaw), radians(roll))
    return mesh().map { point in
      // Looking up: near points (-z) move up (-y).
      var q = SIMD3(point.x, point.y * cosf(p) + point.z * sinf(p), point.z * cosf(p) - point.y * sinf(p))
      // To the viewer's left: near points move left (-x).
      q = SIMD3(q.x * cosf(w) + q.z * sinf(w), q.y, q.z * cosf(w) - q.x * sinf(w))
      return SIMD3(q.x * cosf(r) - q.y * sinf(r), q.x * sinf(r) + q.y * cosf(r), q.z)
    }
  }
}
