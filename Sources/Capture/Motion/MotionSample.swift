import Imaging

/// The motion of a device at a time (Core Motion's `CMDeviceMotion`), along its own axes: right, up, towards the user.
/// A value.
public struct MotionSample: Sendable, Hashable {
  /// The time, on the session's clock.
  public var time: MediaTime
  /// The rotation rate around each axis, in radians per second.
  public var rotationRate: SIMD3<Double>
  /// The acceleration along each axis with gravity, in metres per second squared.
  public var acceleration: SIMD3<Double>

  /// Creates a sample.
  public init(time: MediaTime, rotationRate: SIMD3<Double> = .zero, acceleration: SIMD3<Double> = .zero) {
    self.time = time
    self.rotationRate = rotationRate
    self.acceleration = acceleration
  }
}
