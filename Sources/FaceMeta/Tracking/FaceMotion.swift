import Glibc

/// The motion of a face over the picture, and the place that it predicts.
struct FaceMotion: Sendable {
  /// The last observed center, in pixels.
  private(set) var center: SIMD2<Double>
  /// The velocity in pixels per second.
  private(set) var velocity = SIMD2<Double>.zero
  /// The velocity of the last step alone, in pixels per second: it has jitter, but does not lag behind a face that
  /// turns back.
  private(set) var latestVelocity = SIMD2<Double>.zero
  /// The time of the last observation, in seconds.
  private(set) var time: Double

  /// The velocity over a longer time. An object that starts to cover a face seems to slow it down.
  private var steadyVelocity = SIMD2<Double>.zero
  /// Number of observed steps.
  private var steps = 0.0
  /// Time constants of the two velocities, in seconds.
  private static let timeConstant = 0.12
  private static let slowTimeConstant = 0.35
  /// The time after the last observation for which the quick velocity predicts, in seconds; later the steady one does.
  private static let occlusionDelay = 0.1
  /// Time constant with which the speed of a hidden face fades, in seconds.
  private static let coastingTime = 1.0

  init(center: SIMD2<Double>, time: Double) {
    self.center = center
    self.time = time
  }

  /// Adds the center of the face at `now`, in seconds.
  mutating func observe(_ place: SIMD2<Double>, at now: Double) {
    let elapsed = now - time
    guard elapsed > 0 else { return }
    // Over a long gap the distance does not give the current speed.
    if elapsed < 1 {
      let measured = (place - center) / elapsed
      // The first steps are averaged, so that the velocity need not rise from zero.
      steps += 1
      latestVelocity = measured
      velocity += max(1 - exp(-elapsed / Self.timeConstant), 1 / steps) * (measured - velocity)
      steadyVelocity += max(1 - exp(-elapsed / Self.slowTimeConstant), 1 / steps) * (measured - steadyVelocity)
    }
    center = place
    time = now
  }

  /// The predicted center at `now`, in pixels. The speed fades while the face is not seen.
  func center(at now: Double) -> SIMD2<Double> {
    let elapsed = max(0, now - time)
    let speed = elapsed > Self.occlusionDelay ? steadyVelocity : velocity
    return center + speed * (Self.coastingTime * (1 - exp(-elapsed / Self.coastingTime)))
  }
}
