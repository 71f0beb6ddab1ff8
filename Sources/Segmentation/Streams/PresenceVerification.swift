import Imaging

/// Verifies by the network for photos whether anybody is in a stream in which the network for frames sees somebody
/// without a face. It is asked when they appear, not in every frame: once it agrees, they are somebody until they are
/// gone.
struct PresenceVerification: Sendable {
  /// Its last answer; nil if it was not asked about the people who are there.
  private var presence: Double?
  /// Whether a face has told of who is there: they may turn away without being asked about.
  private var hadFace = false
  /// Seconds since it was asked.
  private var age = 0.0
  /// Whether it says that who was seen in the last frame is nobody.
  private(set) var refutes = false

  /// Seconds after which it is asked again of somebody whom it did not see: more of them may have come into the frame.
  private static let interval = 0.08

  /// Takes in a frame.
  ///
  /// - Parameters:
  ///   - presence: the probability that anybody is there, by the network for frames.
  ///   - faces: the faces in the frame.
  ///   - elapsed: seconds since the last frame.
  ///   - ask: what the network of photos says; nil where there is none.
  /// - Returns: whether it was asked.
  @discardableResult
  mutating func update<Failure: Error>(
    _ presence: Double, faces: [Face], elapsed: Double, ask: () throws(Failure) -> Double?
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
      self.presence = try ask()
      age = 0
    }
    refutes = self.presence != nil && pooled(presence) < PresenceDecision.minimumOfPool
    return isDue
  }

  /// A probability of the network for frames, pooled with what the network of photos said.
  func pooled(_ probability: Double) -> Double {
    presence.map { PresenceDecision.pooled(probability, withPhotoNetwork: $0) } ?? probability
  }
}
