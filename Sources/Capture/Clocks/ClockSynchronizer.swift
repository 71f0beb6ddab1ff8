import Imaging

/// Estimates the relation of a device's clock to the session's from moments that are known on both, with jitter: a
/// delay-locked loop (Fons Adriaensen, "Using a DLL to filter time", 2005). A value.
struct ClockSynchronizer: Sendable {
  /// Converts times of the session's clock to the device's.
  private(set) var relation: ClockRelation
  private var count = 0

  /// The bandwidth of the loop at first and in the long run, in 1/s: it follows quickly at first, then so slowly that
  /// the jitter of buffers does not show.
  private static let (firstBandwidth, lastBandwidth) = (1.0, 0.05)
  /// Crystals differ by less than this.
  private static let greatestDrift = 0.01

  /// - Parameters:
  ///   - source: a moment on the session's clock.
  ///   - target: the same on the device's.
  init(source: MediaTime, target: MediaTime) { relation = ClockRelation(source: source, target: target) }

  mutating func observe(source: MediaTime, target: MediaTime) {
    let passed = (source - relation.source).seconds
    guard passed > 0 else { return }
    count += 1
    let expected = relation.convert(source)
    let error = (target - expected).seconds
    let bandwidth = max(Self.lastBandwidth, Self.firstBandwidth / (1 + 0.02 * Double(count)))
    let step = min(2 * Double.pi * bandwidth * passed, 1)
    let rate = relation.rate + step * step * error / passed
    let corrected = error * min(2.0.squareRoot() * step, 1)
    relation = ClockRelation(
      source: source,
      target: expected + MediaTime(seconds: corrected, preferredTimescale: ClockRelation.timescale),
      rate: min(max(rate, 1 - Self.greatestDrift), 1 + Self.greatestDrift))
  }
}
