/// A time in a stream as an exact fraction, `value / timescale` seconds (AVFoundation's `CMTime`).
///
/// Times are equal if they are the same moment, whatever their timescales.
public struct MediaTime: Sendable, Hashable, Comparable {
  /// The number of units; may be negative.
  public var value: Int64
  /// Units per second; at least 1.
  public var timescale: Int32

  /// Creates a time of `value / timescale` seconds.
  ///
  /// - Precondition: `timescale` is at least 1.
  public init(value: Int64, timescale: Int32) {
    precondition(timescale >= 1, "a timescale is at least 1")
    self.value = value
    self.timescale = timescale
  }

  /// 0 seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// The time in seconds, rounded to a `Double`.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// `value * factor` as a 128-bit product, so that no pair of times overflows.
  private func scaled(by factor: Int32) -> (high: Int64, low: UInt64) {
    let product = value.multipliedFullWidth(by: Int64(factor))
    return (product.high, product.low)
  }

  /// Whether both are the same moment; exact.
  public static func == (left: MediaTime, right: MediaTime) -> Bool {
    left.scaled(by: right.timescale) == right.scaled(by: left.timescale)
  }

  /// Whether the left moment is before the right one; exact.
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    left.scaled(by: right.timescale) < right.scaled(by: left.timescale)
  }

  /// Hashes the reduced fraction, so that equal times have equal hashes.
  public func hash(into hasher: inout Hasher) {
    var (a, b) = (value.magnitude, UInt64(timescale))
    while b != 0 { (a, b) = (b, a % b) }
    hasher.combine(value / Int64(a))
    hasher.combine(Int64(timescale) / Int64(a))
  }
}
