import Glibc
import Imaging

/// The zoom of a device from frame to frame. A value.
struct VideoZoom: Sendable {
  /// A motion that begins with the next frame, at that frame's time.
  private enum Command: Sendable {
    case ramp(target: Double, rate: Double)
    case easeOut
    case follow(octave: Double, rate: Double, anchor: MediaTime)
  }

  /// The factor of the last frame, or the one that was set since.
  private(set) var factor = 1.0
  private var motion = ZoomMotion.rest(octave: 0)
  private var command: Command?
  /// The factors of the last frames, the oldest first.
  private var history: [(time: MediaTime, factor: Double)] = []
  private static let historyLength = 240

  /// Whether the factor is changing, or will with the next frame.
  var isRamping: Bool {
    if command != nil { return true }
    if case .rest = motion { return false }
    return true
  }

  /// Sets a factor at once; a ramp ends.
  mutating func set(_ factor: Double) {
    self.factor = factor
    (motion, command) = (.rest(octave: log2(factor)), nil)
  }

  /// Begins a ramp with the next frame, in place of another.
  ///
  /// - Parameter rate: octaves a second, above 0.
  mutating func ramp(to target: Double, rate: Double) { command = .ramp(target: target, rate: rate) }

  /// Lets a ramp end softly.
  mutating func cancelRamp() {
    if isRamping { command = .easeOut }
  }

  /// Follows a line in octaves through a point, from the next frame on.
  mutating func follow(octave: Double, rate: Double, anchor: MediaTime) {
    command = .follow(octave: octave, rate: rate, anchor: anchor)
  }

  /// The factor of a frame, in `1...greatest`.
  mutating func advance(to time: MediaTime, greatest: Double) -> Double {
    begin(at: time)
    let wanted = exp2(motion.octave(at: time))
    // A factor that was set, and the end of a ramp, are exact.
    switch motion {
    case .rest: break
    case .ramp(let ramp) where ramp.isOver(at: time): set(ramp.target.map(exp2) ?? wanted)
    case .ramp, .following: factor = wanted
    }
    if factor < 1 || factor > greatest {
      let limited = min(max(factor, 1), greatest)
      if case .following = motion { factor = limited } else { limit(to: limited, at: time) }
    }
    history.append((time, factor))
    if history.count > Self.historyLength { history.removeFirst(history.count - Self.historyLength) }
    return factor
  }

  /// Stops at a limit; a ramp that reverses there continues to its target.
  private mutating func limit(to limited: Double, at time: MediaTime) {
    if case .ramp(let ramp) = motion, let target = ramp.target, !ramp.isOver(at: time), target != log2(limited) {
      factor = limited
    } else {
      set(limited)
    }
  }

  /// Makes the requested motion the current one.
  private mutating func begin(at time: MediaTime) {
    guard let command else { return }
    self.command = nil
    let rate = motion.rate(at: time)
    var octave = motion.octave(at: time)
    if case .rest = motion { octave = log2(factor) }
    switch command {
    case .ramp(let target, let wanted):
      let target = log2(target)
      // At the target already: a remaining motion reverses.
      let direction = target == octave ? -rate : target - octave
      guard direction != 0 else { return set(exp2(target)) }
      motion = .ramp(
        .init(
          start: time, startOctave: octave, startRate: rate, endRate: direction < 0 ? -wanted : wanted, target: target))
    case .easeOut:
      motion = .ramp(.init(start: time, startOctave: octave, startRate: rate, endRate: 0, target: nil))
    case .follow(let line, let lineRate, let anchor):
      var following = ZoomMotion.Following(octave: line, rate: lineRate, anchor: anchor, start: time, offset: 0)
      following.offset = octave - following.line(at: time)
      motion = .following(following)
    }
  }

  /// The factor of the frame at that time; nil if unknown.
  func factor(at time: MediaTime) -> Double? { history.last { $0.time == time }?.factor }
}
