import Glibc

/// A low-pass filter whose cutoff rises with speed: still things do not tremble, and quick ones do not lag (Casiez, Roussel,
/// Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems", CHI 2012).
struct OneEuroFilter: Sendable, Hashable {
  /// Hertz, at rest.
  static let minimumCutoff = 1.0
  /// Hertz more for each unit a second.
  static let speedCoefficient = 6.0
  /// Hertz, of the speed itself.
  static let speedCutoff = 1.5

  private(set) var value: Double
  private var speed = 0.0

  init(_ value: Double) { self.value = value }

  /// - Parameters:
  ///   - elapsed: seconds since the last measurement; positive.
  ///   - unit: what counts as one: a face's width for lengths.
  mutating func update(_ measured: Double, elapsed: Double, unit: Double) {
    speed += Self.share(cutoff: Self.speedCutoff, elapsed: elapsed) * ((measured - value) / elapsed - speed)
    let cutoff = Self.minimumCutoff + Self.speedCoefficient * abs(speed) / max(unit, 1e-9)
    value += Self.share(cutoff: cutoff, elapsed: elapsed) * (measured - value)
  }

  /// How much of a new value an exponential filter takes.
  private static func share(cutoff: Double, elapsed: Double) -> Double {
    let rate = 2 * Double.pi * cutoff * elapsed
    return rate / (1 + rate)
  }
}
