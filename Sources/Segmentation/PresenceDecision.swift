import Imaging

/// Whether a picture shows a person: below that, what looks like one is no person, and gets no matte.
enum PresenceDecision {
  /// The least probability that somebody is there. It is low, for to miss somebody is worse than a matte on nobody: of 121
  /// held-out photos of people none is below 0.31, which a black silhouette has. Of 543 pictures of nobody it is above this
  /// in 2.4 to 2.8 % (and 12 % would get a matte without it).
  static let minimum = 0.25
  /// The same where a face was found that is hardly none. Dolls and statues have faces too.
  static let minimumWithFace = 0.03
  private static let certainFace = 0.8

  /// The probability that somebody is there: that of the network, or else that of the best face, or of the portrait.
  static func confidence(of parts: [ShownPrediction], faces: [Face]) -> Double {
    parts.lazy.compactMap(\.prediction.presence).first ?? faces.map(\.confidence).max()
      ?? parts.certainty(of: .portrait) ?? 0
  }

  static func minimum(with faces: [Face]) -> Double {
    faces.contains { $0.confidence >= certainFace } ? minimumWithFace : minimum
  }

  static func isSomebody(_ confidence: Double, faces: [Face]) -> Bool {
    confidence >= minimum(with: faces)
  }
}
