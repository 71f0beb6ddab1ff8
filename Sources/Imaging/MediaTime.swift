/// A time in a stream as an exact fraction, `value / timescale` seconds (AVFoundation's `CMTime`).
///
/// Times are equal if they are the same moment, whatever their timescales. In JSON a time is an object of `value` and
/// `timescale`, so that it stays exact.
public struct MediaTime: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
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

  /// Creates the time that is nearest to a number of seconds (`CMTimeMakeWithSeconds`); clamped to the first or last time
  /// that can be represented.
  ///
  /// - Precondition: `seconds` is finite, and `preferredTimescale` is at least 1.
  public init(seconds: Double, preferredTimescale: Int32) {
    precondition(seconds.isFinite, "a time is finite")
    let units = (seconds * Double(preferredTimescale)).rounded()
    self.init(
      value: Int64(exactly: units) ?? (units < 0 ? .min : .max), timescale: preferredTimescale)
  }

  private enum CodingKeys: CodingKey { case value, timescale }

  /// Reads `value` and `timescale`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a timescale below 1.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Int64.self, forKey: .value)
    timescale = try container.decode(Int32.self, forKey: .timescale)
    guard timescale >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .timescale, in: container, debugDescription: "a timescale is at least 1, not \(timescale)")
    }
  }

  /// 0 seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// The time in seconds, rounded to a `Double`.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// The fraction and the seconds, such as `1001/30000 (0.0334 s)`.
  public var description: String {
    let rounded = (seconds * 10_000).rounded() / 10_000
    return "\(value)/\(timescale) (\(rounded) s)"
  }

  /// The time in other units, rounded to the nearest, halves away from zero (`CMTimeConvertScale`); clamped to the
  /// first or last time that can be represented.
  ///
  /// - Precondition: `timescale` is at least 1.
  public func converted(toTimescale timescale: Int32) -> MediaTime {
    guard timescale != self.timescale else { return self }
    let (high, low) = (value.magnitude.multipliedFullWidth(by: UInt64(timescale)))
    let divisor = UInt64(self.timescale)
    let limit = UInt64(Int64.max)
    guard high < divisor else { return MediaTime(value: value < 0 ? .min : .max, timescale: timescale) }
    let (quotient, remainder) = divisor.dividingFullWidth((high, low))
    let rounded = quotient &+ (remainder >= divisor - remainder ? 1 : 0)
    guard quotient < limit else { return MediaTime(value: value < 0 ? .min : .max, timescale: timescale) }
    return MediaTime(value: value < 0 ? -Int64(rounded) : Int64(rounded), timescale: timescale)
  }

  /// The sum (`CMTimeAdd`): exact in the common multiple of both timescales, or rounded to the finer of them if that
  /// exceeds a timescale.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    let timescale = commonTimescale(left.timescale, right.timescale)
    let (first, second) = (left.converted(toTimescale: timescale), right.converted(toTimescale: timescale))
    let (sum, overflows) = first.value.addingReportingOverflow(second.value)
    return MediaTime(value: overflows ? (first.value < 0 ? .min : .max) : sum, timescale: timescale)
  }

  /// The difference (`CMTimeSubtract`), as exact as a sum.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime { left + -right }

  /// The negated time.
  public static prefix func - (time: MediaTime) -> MediaTime {
    MediaTime(value: time.value == .min ? .max : -time.value, timescale: time.timescale)
  }

  /// The time multiplied by `factor` (`CMTimeMultiply`); clamped to the first or last time that can be represented.
  public static func * (time: MediaTime, factor: Int64) -> MediaTime {
    let (product, overflows) = time.value.multipliedReportingOverflow(by: factor)
    let isNegative = (time.value < 0) != (factor < 0)
    return MediaTime(value: overflows ? (isNegative ? .min : .max) : product, timescale: time.timescale)
  }

  /// Adds a time.
  public static func += (left: inout MediaTime, right: MediaTime) { left = left + right }
  /// Subtracts a time.
  public static func -= (left: inout MediaTime, right: MediaTime) { left = left - right }

  /// The least common multiple, or the larger of two timescales that have none.
  private static func commonTimescale(_ first: Int32, _ second: Int32) -> Int32 {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    let (multiple, overflows) = (first / a).multipliedReportingOverflow(by: second)
    return overflows ? max(first, second) : multiple
  }

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
