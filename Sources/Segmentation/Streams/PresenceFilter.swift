import Glibc
import Imaging

/// Whether a stream shows a person: the frames' probabilities, smoothed, with hysteresis. A person who turns away for a
/// moment does not vanish, and a shadow that resembles a person for a moment gets no matte.
struct PresenceFilter: Sendable {
  /// The smoothed probability; nil before the first frame.
  private var probability: Double?
  private var showedPerson = false

  /// Seconds in which the probability follows a change by 63 %.
  private static let timeConstant = 0.2
  /// The factor of the threshold for a person who was there before.
  private static let hysteresis = 0.5

  /// - Parameter elapsed: since the last frame, in seconds.
  /// - Returns: the smoothed probability.
  mutating func update(_ now: Double, elapsed: Double) -> Double {
    let rate = 1 - exp(-max(elapsed, 0) / Self.timeConstant)
    let next = probability.map { $0 + (now - $0) * rate } ?? now
    probability = next
    return next
  }

  /// - Parameter faces: the faces of the last frame.
  mutating func showsPerson(faces: [Face]) -> Bool {
    guard let probability else { return false }
    let needed = PresenceDecision.minimum(with: faces)
    showedPerson = probability >= (showedPerson ? needed * Self.hysteresis : needed)
    return showedPerson
  }
}
