import Imaging

/// A duration of frames that changes evenly from what it was to what it is to be, over a second of the frames' own time, so
/// that no pile of frames is left out at once. A value.
struct FrameDurationRamp: Sendable {
  /// The duration at the end of the ramp.
  private(set) var target: MediaTime
  private var start: MediaTime
  /// When the change began; nil while it waits for a frame, and where there is none.
  private var beginning: MediaTime?
  private var isChanging = false

  /// The duration of a change.
  static let length = MediaTime(value: 1, timescale: 1)

  /// - Parameter duration: from the beginning.
  init(_ duration: MediaTime) { (target, start) = (duration, duration) }

  /// Changes to another duration, from the next frame on.
  ///
  /// - Parameter time: the time of the last frame, from whose duration it changes.
  mutating func set(_ duration: MediaTime, at time: MediaTime) {
    guard duration != target else { return }
    let now = self.duration(at: time)
    (start, target, beginning, isChanging) = (now, duration, nil, true)
  }

  /// The duration of a frame of that time; times go up.
  mutating func duration(at time: MediaTime) -> MediaTime {
    guard isChanging else { return target }
    let begun = beginning ?? time
    beginning = begun
    let part = (time - begun).seconds / Self.length.seconds
    guard part < 1 else {
      isChanging = false
      return target
    }
    let seconds = start.seconds + (target.seconds - start.seconds) * max(0, part)
    return MediaTime(value: Int64((seconds * 1_000_000_000).rounded()), timescale: 1_000_000_000)
  }
}
