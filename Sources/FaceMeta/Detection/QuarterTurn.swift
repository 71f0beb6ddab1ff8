import Imaging

/// The quarter turn that makes most faces of a picture stand upright.
struct QuarterTurn: Sendable, Hashable {
  /// How the picture is turned.
  let orientation: Orientation

  /// Nil where the picture stands as it should, or no face tells.
  init?(rightingMostOf faces: [Face]) {
    var counts = [0, 0, 0, 0]
    for face in Self.sure(faces) {
      guard let roll = face.roll else { continue }
      counts[Int((roll.normalized.degrees / 90).rounded()) % 4] += 1
    }
    guard let most = counts.max(), most > counts[0], let quarters = counts.firstIndex(of: most) else { return nil }
    // A face that has rolled clockwise is turned back.
    orientation = [.up, .left, .down, .right][quarters]
  }

  /// The faces that tell which way up the picture is.
  static func sure(_ faces: [Face]) -> [Face] {
    faces.filter { $0.confidence >= FaceAnalysisSettings.uprightConfidence }
  }
}
