import Glibc
import Imaging

/// The zoom factor as a pure function of time, in octaves: 1 is a factor of 2.
enum ZoomMotion: Sendable, Hashable {
  /// A ramp of constant rate, or the end of one.
  struct Ramp: Sendable, Hashable {
    var start: MediaTime
    var startOctave: Double
    /// Octaves a second at the start.
    var startRate: Double
    /// Octaves a second once the change of rate is over.
    var endRate: Double
    /// The zoom at which the motion ends; nil if it ends with the change of rate.
    var target: Double?

    /// The duration of a change of rate, in seconds. A ramp from rest has its rate at once, as given by its formula.
    static let easing = 0.25

    private var easing: Double { startRate == 0 ? 0 : Self.easing }

    private func elapsed(_ time: MediaTime) -> Double { max(0, (time - start).seconds) }

    func rate(at time: MediaTime) -> Double {
      let elapsed = elapsed(time)
      return elapsed < easing ? startRate + (endRate - startRate) * elapsed / easing : endRate
    }

    func octave(at time: MediaTime) -> Double {
      let elapsed = elapsed(time)
      let eased = min(elapsed, easing)
      let change = easing > 0 ? (endRate - startRate) * eased * eased / (2 * easing) : 0
      return startOctave + startRate * eased + change + endRate * (elapsed - eased)
    }

    /// Whether nothing changes any more.
    func isOver(at time: MediaTime) -> Bool {
      guard let target else { return elapsed(time) >= easing }
      return endRate == 0 || (octave(at: time) - target) * endRate >= 0
    }
  }

  /// A line in octaves that is followed, while the initial distance from it decays.
  struct Following: Sendable, Hashable {
    /// Octaves at ``anchor``, and octaves a second.
    var octave: Double
    var rate: Double
    var anchor: MediaTime
    /// The start, and the factor's distance from the line then.
    var start: MediaTime
    var offset: Double

    /// The time for which a line is extrapolated after its anchor, and the time constant of the decay, in seconds.
    private static let longest = 0.3
    private static let fading = 0.08

    private func elapsed(_ time: MediaTime) -> Double { min(max(0, (time - anchor).seconds), Self.longest) }

    func line(at time: MediaTime) -> Double { octave + rate * elapsed(time) }
    func octave(at time: MediaTime) -> Double {
      line(at: time) + offset * exp(-max(0, (time - start).seconds) / Self.fading)
    }
    func rate(at time: MediaTime) -> Double { elapsed(time) < Self.longest ? rate : 0 }
  }

  case rest(octave: Double)
  case ramp(Ramp)
  case following(Following)

  func octave(at time: MediaTime) -> Double {
    switch self {
    case .rest(let octave): octave
    case .ramp(let ramp): ramp.isOver(at: time) ? ramp.target ?? ramp.octave(at: time) : ramp.octave(at: time)
    case .following(let following): following.octave(at: time)
    }
  }

  func rate(at time: MediaTime) -> Double {
    switch self {
    case .rest: 0
    case .ramp(let ramp): ramp.isOver(at: time) ? 0 : ramp.rate(at: time)
    case .following(let following): following.rate(at: time)
    }
  }
}
