/// One cell of the background of a stream, the place without people; see ``BackgroundModel``.
struct BackgroundCell: Sendable {
  /// The background's colour, in levels of `0...255`.
  private(set) var color: SIMD4<Float>
  /// The number of seconds for which that colour was seen, up to ``longest``; negative if no colour is known.
  private var seen: Float
  /// The mean probability that no person was there while the colour was seen.
  private(set) var emptiness: Float

  /// The time constant of the mean, in seconds: a person who stays for this long must not become background.
  private static let longest: Float = 1
  /// Seconds after which a colour counts by half.
  private static let proving: Float = 0.06
  /// Seconds after which another colour replaces one that was seen for ``longest``, where there seems to be no person.
  private static let displacing: Float = 0.5
  /// The time constant with which the colour follows, in seconds (63 %).
  private static let following: Float = 0.4
  /// The mean probability of no person from which a colour is evidence, and from which it is full evidence.
  private static let emptinessLimits: (low: Float, high: Float) = (0.4, 0.7)
  /// The probability of a person up to which a cell is empty, for the colour of an unknown cell.
  private static let emptyProbability: Float = 0.05

  /// - Parameters:
  ///   - color: the colour of the first frame.
  ///   - portrait: the network's probability of a person in it.
  init(_ color: SIMD4<Float>, portrait: Float) {
    (self.color, emptiness) = (color, 1 - portrait)
    seen = portrait < Self.emptyProbability ? 0 : -1
  }

  /// Whether the background's colour is known.
  var isKnown: Bool { seen >= 0 }

  /// The certainty that the known colour is that of the background, `0...1`.
  func confidence(elapsed: Float) -> Float {
    let (limits, time) = (Self.emptinessLimits, seen + elapsed)
    return BackgroundModel.ramp(emptiness - limits.low, over: limits.high - limits.low) * time / (time + Self.proving)
  }

  /// Takes in a frame.
  ///
  /// - Parameters:
  ///   - now: the colour in the frame.
  ///   - isSame: whether that is the known colour.
  ///   - network: the network's probability of a person; it raises or lowers the confidence in a known colour.
  ///   - person: the probability with the evidence; if it is low, another colour may replace the known one.
  mutating func learn(
    _ now: SIMD4<Float>, isSame: Bool, network: Float, person: @autoclosure () -> Float, elapsed: Float
  ) {
    if isSame {
      let rate = max(elapsed / max(seen + 2 * elapsed, 1e-6), min(elapsed / Self.longest, 1))
      emptiness += (1 - network - emptiness) * rate
      seen = min(seen + elapsed, Self.longest)
      color += (now - color) * min(elapsed / Self.following, 1)
    } else if person() < Self.emptyProbability {
      seen -= elapsed * Self.longest / Self.displacing
      if seen < 0 { (color, emptiness, seen) = (now, 1 - network, 0) }
    }
  }
}
