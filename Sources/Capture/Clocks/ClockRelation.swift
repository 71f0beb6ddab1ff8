import Imaging

/// The relation between the times of two clocks of different rates (Core Media's `CMSyncConvertTime`). A value.
///
/// Converted times are in nanoseconds. A time that is converted back is the same within one nanosecond.
public struct ClockRelation: Sendable, Hashable {
  /// A time on the source clock.
  public var source: MediaTime
  /// The same time on the target clock.
  public var target: MediaTime
  /// Seconds of the target clock in a second of the source clock, about 1.
  public var rate: Double

  /// Creates a relation.
  public init(source: MediaTime, target: MediaTime, rate: Double = 1) {
    self.source = source.converted(toTimescale: Self.timescale)
    self.target = target.converted(toTimescale: Self.timescale)
    self.rate = rate
  }

  /// Converts a time of the source clock to the target clock.
  public func convert(_ time: MediaTime) -> MediaTime {
    let passed = time.converted(toTimescale: Self.timescale).value - source.value
    // The difference of the clocks is small, and so is its rounding error.
    let difference = (Double(passed) * (rate - 1)).rounded()
    return MediaTime(value: target.value + passed + Int64(difference), timescale: Self.timescale)
  }

  /// The relation from the target clock to the source clock.
  public var inverse: ClockRelation { ClockRelation(source: target, target: source, rate: 1 / rate) }

  static let timescale: Int32 = 1_000_000_000
}
