import Glibc

/// Frame rates as fractions.
package enum FrameRate {
  /// The fraction for a rate in frames per second: that of NTSC if it is near, such as 30000/1001; otherwise the one
  /// with the smallest denominator up to 1000.
  package static func fraction(of rate: Double) -> (numerator: Int32, denominator: Int32) {
    let rate = min(max(rate, 0.001), 1_000_000)
    let ntsc = (rate * 1.001).rounded()
    if abs(rate - rate.rounded()) > 1e-3, abs(ntsc / 1.001 - rate) < 2e-3 * rate / 24 {
      return (Int32(ntsc) * 1000, 1001)
    }
    // Rates that were fractions before conversion to numbers, such as 200/9.
    for denominator in 1...1000 where abs(rate * Double(denominator)) < 2e9 {
      let numerator = (rate * Double(denominator)).rounded()
      if abs(numerator - rate * Double(denominator)) < 1e-7 * numerator {
        return (Int32(numerator), Int32(denominator))
      }
    }
    return (Int32((rate * 1000).rounded()), 1000)
  }
}
