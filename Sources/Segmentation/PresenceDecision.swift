import Imaging

/// Whether a picture shows a person: below that, what looks like one is no person, and gets no matte.
enum PresenceDecision {
  /// The least probability that somebody is there. It is low, for to miss somebody is worse than a matte on nobody: in 272
  /// held-out pictures of people it was never below 0.99, but 0.07 to 0.1 for a black silhouette; of 510 of nobody it is above this
  /// in 4 % (and 14 % would get a matte without it).
  static let minimum = 0.08
  /// The same where a face was found that is hardly none. Dolls and statues have faces too.
  static let minimumWithFace = 0.03
  private static let certainFace = 0.8

  /// The probability that somebody is there: that of the network, or else that of the best face, or of the portrait.
  static func confidence(of prediction: CoarsePrediction, faces: [Face]) -> Double {
    prediction.presence ?? faces.map(\.confidence).max() ?? prediction.certainty(of: .portrait) ?? 0
  }

  static func minimum(with faces: [Face]) -> Double {
    faces.contains { $0.confidence >= certainFace } ? minimumWithFace : minimum
  }

  static func isSomebody(_ confidence: Double, faces: [Face]) -> Bool {
    confidence >= minimum(with: faces)
  }
}
