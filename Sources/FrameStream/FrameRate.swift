import Glibc
import Imaging

/// Frames a second as a fraction, such as 30000/1001. A value.
public struct FrameRate: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number of frames...
  public let numerator: Int32
  /// ... in so many seconds.
  public let denominator: Int32

  /// Creates a rate from a fraction, which is kept as it is.
  ///
  /// - Precondition: both numbers are above 0.
  public init(numerator: Int32, denominator: Int32) {
    precondition(numerator > 0 && denominator > 0, "a frame rate is above 0")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A whole number of frames a second.
  public init(integerLiteral value: Int32) { self.init(numerator: value, denominator: 1) }

  /// The fraction for a number of frames a second: that of NTSC if it is near, such as 30000/1001 for 29.97; otherwise
  /// the one with the smallest denominator up to 1000. Rates are limited to 0.001...1,000,000; 25 for one that is not a
  /// number.
  public init(_ rate: Double) {
    let rate = rate.isNaN ? 25 : min(max(rate, 0.001), 1_000_000)
    let ntsc = (rate * 1.001).rounded()
    if abs(rate - rate.rounded()) > 1e-3, abs(ntsc / 1.001 - rate) < 2e-3 * rate / 24 {
      self.init(numerator: Int32(ntsc) * 1000, denominator: 1001)
      return
    }
    // Rates that were fractions before conversion to numbers, such as 200/9.
    for denominator in 1...1000 where abs(rate * Double(denominator)) < 2e9 {
      let numerator = (rate * Double(denominator)).rounded()
      if abs(numerator - rate * Double(denominator)) < 1e-7 * numerator {
        self.init(numerator: Int32(numerator), denominator: Int32(denominator))
        return
      }
    }
    self.init(numerator: Int32((rate * 1000).rounded()), denominator: 1000)
  }

  /// Frames a second, rounded to a `Double`.
  public var value: Double { Double(numerator) / Double(denominator) }
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// The time of a frame of a stream of this rate, counted from 0; nil if it cannot be represented.
  func time(ofFrame index: Int64) -> MediaTime? {
    let (value, overflows) = index.multipliedReportingOverflow(by: Int64(denominator))
    return overflows ? nil : MediaTime(value: value, timescale: numerator)
  }
}
