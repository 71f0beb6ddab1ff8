import Imaging

/// Drops frames evenly to limit their rate.
struct FrameRateLimiter {
  /// The time from which the next frame may come.
  private var due: MediaTime?
  /// The shortest duration between frames, which changes gradually.
  private var ramp: FrameDurationRamp
  private var last: MediaTime?

  /// - Parameter interval: the shortest duration between frames at first.
  init(_ interval: MediaTime) { ramp = FrameDurationRamp(interval) }

  /// Whether a frame is passed on.
  ///
  /// - Parameters:
  ///   - wanted: the shortest duration between frames; a change takes a second.
  ///   - control: who enforces the rate. Frames of a device that enforces it pass.
  mutating func passes(_ time: MediaTime, interval wanted: MediaTime, by control: FrameRateControl) -> Bool {
    ramp.set(wanted, at: last ?? time)
    last = time
    let interval = ramp.duration(at: time)
    guard control == .leavingOutFrames else {
      due = time + interval
      return true
    }
    guard let due else {
      self.due = time + interval
      return true
    }
    // A frame that comes a little early, by a camera's jitter, is the one that is due.
    let early = (due - time) * 8
    guard early <= interval else { return false }
    let next = due + interval
    self.due = next > time ? next : time + interval
    return true
  }
}
