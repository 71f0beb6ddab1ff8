import Imaging

/// The turn by quarters that makes most faces of a picture stand upright.
struct QuarterTurn: Sendable, Hashable {
  /// How the picture is turned.
  let orientation: Orientation
  /// Whether as many faces stand upright before the turn as after it.
  let isTie: Bool

  init(orientation: Orientation, isTie: Bool = false) {
    self.orientation = orientation
    self.isTie = isTie
  }

  /// Nil if the picture is upright, or no face decides.
  init?(rightingMostOf faces: [Face]) {
    var counts = [0, 0, 0, 0]
    for face in Self.sure(faces) {
      guard let roll = face.roll else { continue }
      counts[Int((roll.normalized.degrees / 90).rounded()) % 4] += 1
    }
    let standing = counts[0]
    counts[0] = 0
    guard let most = counts.max(), most > 0, most >= standing, let quarters = counts.firstIndex(of: most) else {
      return nil
    }
    // A face that has rolled clockwise is turned back.
    self.init(orientation: [.up, .left, .down, .right][quarters], isTie: most == standing)
  }

  /// Whether the faces of the turned picture are to be reported, and not those of the picture as it is.
  func isBetter(_ turned: [Face], than faces: [Face]) -> Bool {
    let (turned, faces) = (Self.sure(turned), Self.sure(faces))
    guard isTie else {
      // About as many certain faces: the last digits of a score depend on how the picture is stored.
      return 4 * turned.count >= 3 * faces.count
    }
    // The mesh of a face that lies on its side can settle half-way between the two, with less confidence.
    let gain = FaceAnalysisSettings.quarterTurnGain * Double(faces.count)
    return turned.reduce(0) { $0 + $1.confidence } > faces.reduce(gain) { $0 + $1.confidence }
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
