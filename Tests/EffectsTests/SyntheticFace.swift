import Glibc
import Imaging

/// A face with a mesh, made of ellipses: each named region and point is in its place.
enum SyntheticFace {
  /// - Parameters:
  ///   - middle: between forehead and chin, as fractions of the upright picture.
  ///   - width: from ear to ear, in pixels.
  ///   - roll: clockwise.
  ///   - yaw: positive towards the viewer's left.
  static func face(
    at middle: NormalizedPoint, width: Double, in size: PixelSize, roll: Angle = Angle(degrees: 0),
    yaw: Angle = Angle(degrees: 0), hasMesh: Bool = true, isMouthOpen: Bool = true
  ) -> Face {
    let points = canonical(isMouthOpen: isMouthOpen).map { point -> SIMD3<Float> in
      // Turned about the face's own axis, then rolled, then moved.
      let x = point.x * cos(yaw.radians) - point.z * sin(-yaw.radians)
      let z = point.x * sin(-yaw.radians) + point.z * cos(yaw.radians)
      let u = x * cos(roll.radians) - point.y * sin(roll.radians)
      let v = x * sin(roll.radians) + point.y * cos(roll.radians)
      return SIMD3(
        Float(middle.x + u * width / Double(size.width)), Float(middle.y + v * width / Double(size.height)),
        Float(z * width / Double(size.width)))
    }
    let (w, h) = (width / Double(size.width), width / Double(size.height))
    return Face(
      bounds: NormalizedRect(x: middle.x - 0.45 * w, y: middle.y - 0.35 * h, width: 0.9 * w, height: 0.75 * h),
      roll: roll, yaw: yaw, landmarks: hasMesh ? FaceLandmarks(points: points) : nil)
  }

  /// The points in widths of the face, round its centre, facing the camera.
  private static func canonical(isMouthOpen: Bool) -> [SIMD3<Double>] {
    var points = [SIMD3<Double>](repeating: SIMD3(0, 0, -0.1), count: 478)
    func put(_ part: FacePart, _ x: Double, _ y: Double, _ a: Double, _ b: Double, from start: Double, _ turn: Double) {
      let indices = part.meshIndices
      for (step, index) in indices.enumerated() {
        let angle = (start + turn * 360 * Double(step) / Double(indices.count)) * .pi / 180
        points[index] = SIMD3(x + a * cos(angle), y + b * sin(angle), -0.1)
      }
    }
    // From the forehead, clockwise as the viewer sees it.
    put(.faceOval, 0, 0, 0.5, 0.68, from: -90, 1)
    put(.rightEye, -0.2, -0.15, 0.09, 0.04, from: 180, -1)
    put(.leftEye, 0.2, -0.15, 0.09, 0.04, from: 0, 1)
    put(.rightEyebrow, -0.2, -0.27, 0.12, 0.03, from: 180, -1)
    put(.leftEyebrow, 0.2, -0.27, 0.12, 0.03, from: 0, 1)
    put(.rightIris, -0.2, -0.15, 0.035, 0.035, from: 0, 1)
    put(.leftIris, 0.2, -0.15, 0.035, 0.035, from: 0, 1)
    put(.outerLips, 0, 0.33, 0.2, 0.11, from: 180, -1)
    put(.innerLips, 0, 0.33, 0.13, isMouthOpen ? 0.05 : 0.001, from: 180, -1)
    let places: [(Int, Double, Double)] = [
      (10, 0, -0.68), (152, 0, 0.68), (234, -0.5, 0), (454, 0.5, 0), (4, 0, 0.08), (164, 0, 0.2), (151, 0, -0.45),
      (168, 0, -0.17), (205, -0.25, 0.13), (425, 0.25, 0.13), (123, -0.42, 0), (352, 0.42, 0),
    ]
    for (index, x, y) in places {
      points[index] = SIMD3(x, y, index == 4 ? -0.25 : index == 234 || index == 454 ? 0 : -0.1)
    }
    return points
  }
}
