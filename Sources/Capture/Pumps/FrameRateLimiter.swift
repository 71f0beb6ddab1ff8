import Imaging

/// Leaves out frames evenly, so that no more come than a rate.
struct FrameRateLimiter {
  /// The time from which the next frame may come.
  private var due: MediaTime?
  /// The shortest duration between frames, which changes little by little.
  private var ramp: FrameDurationRamp
  private var last: MediaTime?

  /// - Parameter interval: the shortest duration between frames at first.
  init(_ interval: MediaTime) { ramp = FrameDurationRamp(interval) }

  /// Whether a frame is passed on.
  ///
  /// - Parameters:
  ///   - wanted: the shortest duration between frames; a change takes a second.
  ///   - control: who keeps it. What the device itself keeps passes.
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
    // A frame that comes a little early, as cameras tremble, is the one that is due.
    let early = (due - time) * 8
    guard early <= interval else { return false }
    let next = due + interval
    self.due = next > time ? next : time + interval
    return true
  }
}
