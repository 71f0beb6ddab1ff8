import Imaging

/// Puts the times of a device's frames on another clock that is still being learnt, so that none comes before the one before it:
/// that clock may be corrected backwards by more than a frame. A value.
struct FrameTimes: Sendable {
  /// The last frame's, on the device's clock and on the other.
  private var last: (own: MediaTime, converted: MediaTime)?

  /// - Parameters:
  ///   - own: a frame's time on the device's clock, after those before.
  ///   - converted: the same on the other clock, as it is known now.
  /// - Returns: `converted`, but so much after the frame before that time does not run at less than half its rate.
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
