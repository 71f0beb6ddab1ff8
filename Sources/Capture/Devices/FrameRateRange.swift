import Imaging

/// A range of frame rates of a format (AVFoundation's `AVFrameRateRange`).
public struct FrameRateRange: Sendable, Hashable, CustomStringConvertible {
  /// The duration of a frame at the highest rate.
  public var minFrameDuration: MediaTime
  /// The duration of a frame at the lowest rate.
  public var maxFrameDuration: MediaTime

  /// A range of rates.
  ///
  /// - Precondition: both durations are positive, and the first is not the longer one.
  public init(minFrameDuration: MediaTime, maxFrameDuration: MediaTime) {
    precondition(
      minFrameDuration > .zero && minFrameDuration <= maxFrameDuration, "a range of frame durations is positive")
    self.minFrameDuration = minFrameDuration
    self.maxFrameDuration = maxFrameDuration
  }

  /// A single rate, in whole frames a second.
  ///
  /// - Precondition: it is positive.
  public init(rate: Int32) {
    let duration = MediaTime(value: 1, timescale: rate)
    self.init(minFrameDuration: duration, maxFrameDuration: duration)
  }

  /// A range of rates, in whole frames a second.
  ///
  /// - Precondition: they are positive.
  public init(_ rates: ClosedRange<Int32>) {
    self.init(
      minFrameDuration: MediaTime(value: 1, timescale: rates.upperBound),
      maxFrameDuration: MediaTime(value: 1, timescale: rates.lowerBound))
  }

  /// The lowest rate, in frames a second.
  public var minFrameRate: Double { 1 / maxFrameDuration.seconds }
  /// The highest rate, in frames a second.
  public var maxFrameRate: Double { 1 / minFrameDuration.seconds }

  /// Whether the range contains a duration of a frame.
  public func contains(_ duration: MediaTime) -> Bool { duration >= minFrameDuration && duration <= maxFrameDuration }

  public var description: String {
    func text(_ rate: Double) -> String {
      let rounded = (rate * 100).rounded() / 100
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    return minFrameDuration == maxFrameDuration ? text(maxFrameRate) : "\(text(minFrameRate))-\(text(maxFrameRate))"
  }
}
