import Imaging

/// The shift of a mesh's lips down the face, in widths of the mouth: the corners, and the middles of both lips.
struct LipShift: Sendable, Hashable {
  var corners: Float = 0
  var upper: Float = 0
  var lower: Float = 0

  /// The mesh's points in pixels of the picture, with the lips' points moved.
  func moved(_ points: [SIMD3<Float>]) -> [SIMD3<Float>] {
    guard let square = MouthSquare(points) else { return points }
    var moved = points
    // The corners belong to both lips, and are moved once.
    let below = MeshTopology.lowerLip.flatMap { $0.dropFirst().dropLast() }
    for (indices, center) in [(MeshTopology.upperLip.flatMap { $0 }, upper), (below, lower)] {
      for index in indices {
        let share = square.cornerShare(at: square.place(points[index]).x)
        let step = square.down * MouthSquare.mouth * (share * corners + (1 - share) * center)
        moved[index] += SIMD3(step.x, step.y, 0)
      }
    }
    return moved
  }

  /// A mean of this shift and a later one, so that lips do not jitter with each frame's measurement.
  func averaged(with later: LipShift) -> LipShift {
    func mean(_ path: KeyPath<LipShift, Float>) -> Float {
      self[keyPath: path] + Self.rate * (later[keyPath: path] - self[keyPath: path])
    }
    return LipShift(corners: mean(\.corners), upper: mean(\.upper), lower: mean(\.lower))
  }

  /// The weight of the later one.
  private static let rate: Float = 0.25
}
