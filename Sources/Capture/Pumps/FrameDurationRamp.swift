import Imaging

/// A frame duration that changes evenly from the old to the new one, over a second of the frames' own time, so that
/// frames are not dropped in a burst. A value.
struct FrameDurationRamp: Sendable {
  /// The duration at the end of the ramp.
  private(set) var target: MediaTime
  private var start: MediaTime
  /// The beginning of the change; nil while it waits for a frame, and without a change.
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

  /// The duration of a frame at that time; times increase.
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
    return MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }
}
