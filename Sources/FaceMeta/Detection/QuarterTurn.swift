import Imaging

/// The turn by quarters that makes most faces of a picture stand upright.
struct QuarterTurn: Sendable, Hashable {
  /// How the picture is turned.
  let orientation: Orientation

  init(orientation: Orientation) { self.orientation = orientation }

  /// Nil if the picture is upright, or no face decides.
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

  /// The most certain of the faces detected as upright where all may be upside down: small ones, which the search of
  /// the rotated picture does not detect, or any if another face is upside down.
  static func doubtful(_ faces: [Face], in size: PixelSize) -> [Face] {
    let longSide = Double(max(size.width, size.height))
    let limit = FaceAnalysisSettings.halfTurnFaceFraction * longSide
    let (standing, others) = (faces.filter { isRolled($0, near: 0) }, faces.filter { isRolled($0, near: 180) })
    guard !others.isEmpty || standing.allSatisfy({ $0.bounds.width * Double(size.width) < limit }) else { return [] }
    return Array(standing.sorted { $0.confidence > $1.confidence }.prefix(FaceAnalysisSettings.halfTurnFaces))
  }

  private static func isRolled(_ face: Face, near degrees: Double) -> Bool {
    guard let roll = face.roll else { return false }
    return abs((roll - Angle(degrees: degrees)).signed.degrees) < FaceAnalysisSettings.verifiedRoll
  }

  /// The faces that decide the picture's orientation.
  static func sure(_ faces: [Face]) -> [Face] {
    faces.filter { $0.confidence >= FaceAnalysisSettings.uprightConfidence }
  }
}
