import Glibc

/// How a face moves over the picture, and where that takes it.
struct FaceMotion: Sendable {
  /// In pixels.
  private(set) var middle: SIMD2<Double>
  /// In pixels a second.
  private(set) var velocity = SIMD2<Double>.zero
  /// Seconds.
  private(set) var time: Double

  /// How quickly the velocity follows what is seen, in seconds.
  private static let memory = 0.12
  /// For how long a face that is not seen is believed to go on as before, in seconds.
  private static let persistence = 1.0

  init(middle: SIMD2<Double>, time: Double) {
    self.middle = middle
    self.time = time
  }

  mutating func observe(_ place: SIMD2<Double>, at now: Double) {
    let elapsed = now - time
    guard elapsed > 0 else { return }
    // After a gap the way between says little about the speed now.
    let share = elapsed > 1 ? 0 : 1 - exp(-elapsed / Self.memory)
    velocity += share * ((place - middle) / elapsed - velocity)
    middle = place
    time = now
  }

  /// The speed fades while the face is not seen.
  func middle(at now: Double) -> SIMD2<Double> {
    middle + velocity * (Self.persistence * (1 - exp(-max(0, now - time) / Self.persistence)))
  }
}
