extension CenterFace {
  /// A face that the network detects.
  struct Detection: Sendable {
    /// Top left and bottom right corner, in pixels of the upright picture.
    var minimum: SIMD2<Float>
    var maximum: SIMD2<Float>
    /// `0...1`.
    var score: Float
    /// The left eye as the viewer sees it, the right eye, the nose's tip, the left and the right corner of the mouth,
    /// in pixels of the upright picture.
    var points: [SIMD2<Float>] = []

    var center: SIMD2<Float> { (minimum + maximum) / 2 }
    var extent: SIMD2<Float> { maximum - minimum }

    /// The same face in the mirror image of a square.
    func mirrored(in side: Float) -> Detection {
      func mirror(_ point: SIMD2<Float>) -> SIMD2<Float> { SIMD2(side - point.x, point.y) }
      return Detection(
        minimum: SIMD2(side - maximum.x, minimum.y), maximum: SIMD2(side - minimum.x, maximum.y), score: score,
        points: points.count == 5 ? [1, 0, 2, 4, 3].map { mirror(points[$0]) } : points.map(mirror))
    }

    /// The intersection over union with the box round a mesh, `0...1`.
    func overlap(with points: [SIMD3<Float>]) -> Float {
      var mesh = FaceCandidate(
        minimum: SIMD2(repeating: .infinity), maximum: SIMD2(repeating: -.infinity), points: [], score: 1)
      for point in points {
        mesh.minimum = pointwiseMin(mesh.minimum, SIMD2(point.x, point.y))
        mesh.maximum = pointwiseMax(mesh.maximum, SIMD2(point.x, point.y))
      }
      return mesh.intersectionOverUnion(
        FaceCandidate(minimum: minimum, maximum: maximum, points: [], score: score))
    }
  }
}
