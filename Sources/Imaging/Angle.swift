/// An angle, kept in degrees.
public struct Angle: Sendable, Hashable, Comparable {
  public var degrees: Double

  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }

  public init(degrees: Double) { self.degrees = degrees }
  public init(radians: Double) { degrees = radians * 180 / .pi }

  public static func degrees(_ value: Double) -> Angle { Angle(degrees: value) }
  public static func radians(_ value: Double) -> Angle { Angle(radians: value) }
  public static let zero = Angle(degrees: 0)

  /// The same direction in `0..<360` degrees, as Apple's files write roll and yaw.
  public var normalized: Angle {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // A negative rest too small to matter rounds up to 360 itself.
    return Angle(degrees: positive >= 360 ? 0 : positive)
  }

  /// The same direction in `-180..<180` degrees.
  public var signed: Angle {
    let value = normalized.degrees
    return Angle(degrees: value >= 180 ? value - 360 : value)
  }

  /// The nearest multiple of `step` degrees in `0..<360`: AVFoundation reports roll in steps of 30 and yaw in steps of 45.
  public func quantized(toDegrees step: Double) -> Angle {
    Angle(degrees: ((degrees / step).rounded() * step)).normalized
  }

  public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
  public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }
  public static func + (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees + right.degrees) }
  public static func - (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees - right.degrees) }
}
