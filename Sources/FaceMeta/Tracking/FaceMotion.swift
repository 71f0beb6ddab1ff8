import Glibc

/// How a face moves over the picture, and where that takes it.
struct FaceMotion: Sendable {
  /// In pixels.
  private(set) var middle: SIMD2<Double>
  /// In pixels a second.
  private(set) var velocity = SIMD2<Double>.zero
  /// Seconds.
  private(set) var time: Double

  /// The velocity over a longer time: what covers a face seems to hold it back before it hides it.
  private var steadyVelocity = SIMD2<Double>.zero
  /// Steps that were seen.
  private var steps = 0.0
  /// How quickly the velocities follow what is seen, in seconds.
  private static let memory = 0.12
  private static let longMemory = 0.35
  /// For so long without the face the quicker one is taken, in seconds.
  private static let moment = 0.1
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
    if elapsed < 1 {
      let measured = (place - middle) / elapsed
      // At first it is a plain mean, so that it need not come up from nothing.
      steps += 1
      velocity += max(1 - exp(-elapsed / Self.memory), 1 / steps) * (measured - velocity)
      steadyVelocity += max(1 - exp(-elapsed / Self.longMemory), 1 / steps) * (measured - steadyVelocity)
    }
    middle = place
    time = now
  }

  /// The speed fades while the face is not seen.
  func middle(at now: Double) -> SIMD2<Double> {
    let elapsed = max(0, now - time)
    let speed = elapsed > Self.moment ? steadyVelocity : velocity
    return middle + speed * (Self.persistence * (1 - exp(-elapsed / Self.persistence)))
  }
}
