import Imaging

/// The times of a movie's frames: it begins at zero, and gaps may be closed.
struct MovieTimeline {
  /// The duration of a frame that a gap follows.
  let interval: MediaTime
  /// The time that is subtracted from those of the session; nil before the first frame.
  private var shift: MediaTime?
  private var last: MediaTime?

  /// Units in which those of all usual rates are whole numbers: 24, 25, 30, 48, 50, 60 a second, with and without the
  /// 1000/1001 of NTSC.
  static let timescale: Int32 = 720_000

  /// - Parameter interval: the duration of a frame.
  init(interval: MediaTime) { self.interval = interval }

  /// The time in the movie of sound at a time of the session; nil before the first frame.
  func soundTime(of time: MediaTime) -> MediaTime? { shift.map { time - $0 } }

  /// - Parameter closesGap: whether the frame follows the one before after the duration of a frame.
  mutating func time(of time: MediaTime, closingGap closesGap: Bool) -> MediaTime {
    if let last, closesGap { shift = time - last - interval }
    let own = shift ?? time
    shift = own
    let result = time - own
    last = result
    // The session's times are in nanoseconds.
    return result.converted(toTimescale: Self.timescale)
  }
}
