import Imaging

/// How a device moves at a moment (Core Motion's `CMDeviceMotion`), in its own axes: right, up, towards the user. A value.
public struct MotionSample: Sendable, Hashable {
  /// The moment, on the session's clock.
  public var time: MediaTime
  /// Radians a second around each axis.
  public var rotationRate: SIMD3<Double>
  /// Metres a second and second along each axis, gravity among them.
  public var acceleration: SIMD3<Double>

  /// Creates a sample.
  public init(time: MediaTime, rotationRate: SIMD3<Double> = .zero, acceleration: SIMD3<Double> = .zero) {
    self.time = time
    self.rotationRate = rotationRate
    self.acceleration = acceleration
  }
}
