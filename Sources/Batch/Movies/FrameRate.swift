import Glibc

/// Frame rates as fractions.
package enum FrameRate {
  /// The fraction that a rate in frames per second stands for: that of NTSC where it is near, 30000/1001 for instance.
  package static func fraction(of rate: Double) -> (numerator: Int32, denominator: Int32) {
    let rate = min(max(rate, 0.001), 1_000_000)
    let ntsc = (rate * 1.001).rounded()
    if abs(rate - rate.rounded()) > 1e-3, abs(ntsc / 1.001 - rate) < 2e-3 * rate / 24 {
      return (Int32(ntsc) * 1000, 1001)
    }
    if abs(rate - rate.rounded()) < 1e-6 { return (Int32(rate), 1) }
    return (Int32((min(rate, 2_000_000) * 1000).rounded()), 1000)
  }
}
