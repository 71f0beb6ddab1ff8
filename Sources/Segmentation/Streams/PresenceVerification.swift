import Imaging

/// Verifies people without a face in a stream by the network for photos. It runs when they appear, not in every frame:
/// once it confirms them, they count as people until they leave.
struct PresenceVerification: Sendable {
  /// Its last prediction; nil if it has not run for the people in the frame.
  private var presence: Double?
  /// Whether a face has confirmed the people: they may turn away without another run.
  private var hadFace = false
  /// Seconds since its last run.
  private var age = 0.0
  /// Whether it predicts that the last frame shows no person.
  private(set) var refutes = false

  /// Seconds until it runs again for a person whom it did not confirm: more of them may have come into the frame.
  private static let interval = 0.08

  /// Takes in a frame.
  ///
  /// - Parameters:
  ///   - presence: the probability of a person by the network for frames.
  ///   - faces: the faces in the frame.
  ///   - elapsed: seconds since the last frame.
  ///   - predict: runs the network for photos and returns its probability; nil if there is no such network.
  /// - Returns: whether it ran.
  @discardableResult
  mutating func update<Failure: Error>(
    _ presence: Double, faces: [Face], elapsed: Double, predict: () throws(Failure) -> Double?
  ) throws(Failure) -> Bool {
    age += max(elapsed, 0)
    guard !PresenceDecision.hasCertainFace(faces) else {
      (self.presence, refutes, hadFace) = (nil, false, true)
      return false
    }
    guard presence >= PresenceDecision.minimum else {
      // A refuted presence with a low score stays refuted; a confirmed one has ended.
      if !refutes { self.presence = nil }
      hadFace = false
      return false
    }
    guard !hadFace else { return false }
    let isDue = self.presence == nil || (refutes && age >= Self.interval)
    if isDue {
      self.presence = try predict()
      age = 0
    }
    refutes = self.presence != nil && pooled(presence) < PresenceDecision.minimumOfPool
    return isDue
  }

  /// A probability of the network for frames, pooled with the last prediction of the network for photos.
  func pooled(_ probability: Double) -> Double {
    presence.map { PresenceDecision.pooled(probability, withPhotoNetwork: $0) } ?? probability
  }
}
