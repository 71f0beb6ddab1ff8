import Imaging

/// Whether a picture shows a person: below that, what looks like one is no person, and gets no matte.
enum PresenceDecision {
  /// The least probability that somebody is there.
  static let minimum = 0.5
  /// The same where a face was found. Dolls and statues have faces too.
  static let minimumWithFace = 0.2

  /// The probability that somebody is there: that of the network, or else that of the best face, or of the portrait.
  static func confidence(of prediction: CoarsePrediction, faces: [Face]) -> Double {
    prediction.presence ?? faces.map(\.confidence).max() ?? prediction.certainty(of: .portrait) ?? 0
  }

  static func isSomebody(_ confidence: Double, faces: [Face]) -> Bool {
    confidence >= (faces.isEmpty ? minimum : minimumWithFace)
  }
}
