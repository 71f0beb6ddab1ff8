import Glibc

/// A low-pass filter whose cutoff rises with speed, so that slow motion does not jitter and quick motion does not lag
/// (Casiez, Roussel, Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive Systems",
/// CHI 2012).
struct OneEuroFilter: Sendable, Hashable {
  /// Cutoff at rest, in hertz.
  static let minimumCutoff = 1.0
  /// Increase of the cutoff in hertz for each unit per second.
  static let speedCoefficient = 6.0
  /// Cutoff of the speed's own filter, in hertz.
  static let speedCutoff = 1.5

  private(set) var value: Double
  private var speed = 0.0

  init(_ value: Double) { self.value = value }

  /// - Parameters:
  ///   - measured: the new value.
  ///   - elapsed: seconds since the last measurement; above 0.
  ///   - unit: the length that speed is measured in, such as the width of the face.
  mutating func update(_ measured: Double, elapsed: Double, unit: Double) {
    speed += Self.smoothingFactor(cutoff: Self.speedCutoff, elapsed: elapsed) * ((measured - value) / elapsed - speed)
    let cutoff = Self.minimumCutoff + Self.speedCoefficient * abs(speed) / max(unit, 1e-9)
    value += Self.smoothingFactor(cutoff: cutoff, elapsed: elapsed) * (measured - value)
  }

  /// The paper's alpha: the weight of a new value, `0...1`.
  private static func smoothingFactor(cutoff: Double, elapsed: Double) -> Double {
    let rate = 2 * Double.pi * cutoff * elapsed
    return rate / (1 + rate)
  }
}
