import Imaging

/// How the times of two clocks go together that do not run equally fast (Core Media's `CMSyncConvertTime`). A value.
///
/// Times are nanoseconds; a time that is converted and converted back is the same within one.
public struct ClockRelation: Sendable, Hashable {
  /// A moment on the one clock...
  public var source: MediaTime
  /// ... and the same on the other.
  public var target: MediaTime
  /// Seconds of the other clock in a second of the one, about 1.
  public var rate: Double

  /// Creates a relation.
  public init(source: MediaTime, target: MediaTime, rate: Double = 1) {
    self.source = source.converted(toTimescale: Self.timescale)
    self.target = target.converted(toTimescale: Self.timescale)
    self.rate = rate
  }

  /// The time on the other clock.
  public func convert(_ time: MediaTime) -> MediaTime {
    let passed = time.converted(toTimescale: Self.timescale).value - source.value
    // The difference of the clocks alone is inexact, and that is small.
    let difference = (Double(passed) * (rate - 1)).rounded()
    return MediaTime(value: target.value + passed + Int64(difference), timescale: Self.timescale)
  }

  /// The way back.
  public var inverse: ClockRelation { ClockRelation(source: target, target: source, rate: 1 / rate) }

  static let timescale: Int32 = 1_000_000_000
}
