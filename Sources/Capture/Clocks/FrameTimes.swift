import Imaging

/// Converts the times of a device's frames to another clock that is still being estimated. No frame precedes the one
/// before it, although the estimate may be corrected backwards by more than a frame. A value.
struct FrameTimes: Sendable {
  /// The last frame's times on the device's clock and on the other one.
  private var last: (own: MediaTime, converted: MediaTime)?

  /// - Parameters:
  ///   - own: a frame's time on the device's clock, after those before.
  ///   - converted: the same on the other clock, by the current estimate.
  /// - Returns: `converted`, but at least half of the device's frame duration after the frame before.
  mutating func time(_ own: MediaTime, as converted: MediaTime) -> MediaTime {
    var time = converted
    if let last, own > last.own {
      let passed = (own - last.own).converted(toTimescale: ClockRelation.timescale)
      let least = last.converted + MediaTime(value: passed.value / 2, timescale: ClockRelation.timescale)
      if time < least { time = least }
    }
    last = (own, time)
    return time
  }
}
