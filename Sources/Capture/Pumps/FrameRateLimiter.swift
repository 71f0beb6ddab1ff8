import Imaging

/// Leaves out frames evenly, so that no more come than a rate.
struct FrameRateLimiter {
  /// When the next frame may come.
  private var due: MediaTime?

  /// Whether a frame is passed on.
  ///
  /// - Parameter interval: the shortest duration between frames.
  mutating func passes(_ time: MediaTime, interval: MediaTime) -> Bool {
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
