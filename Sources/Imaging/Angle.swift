/// An angle, stored in degrees. Any finite value; ``normalized`` and ``signed`` limit it to one turn.
public struct Angle: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The angle in degrees.
  public var degrees: Double

  /// The angle in radians.
  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }

  /// Creates an angle from degrees.
  public init(degrees: Double) { self.degrees = degrees }
  /// Creates an angle from radians.
  public init(radians: Double) { degrees = radians * 180 / .pi }

  /// An angle from degrees.
  public static func degrees(_ value: Double) -> Angle { Angle(degrees: value) }
  /// An angle from radians.
  public static func radians(_ value: Double) -> Angle { Angle(radians: value) }
  /// 0 degrees.
  public static let zero = Angle(degrees: 0)

  /// The degrees, such as `12.5°`.
  public var description: String { "\(degrees)°" }

  /// Reads a number of degrees.
  public init(from decoder: any Decoder) throws { degrees = try decoder.singleValueContainer().decode(Double.self) }

  /// Writes the number of degrees.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(degrees)
  }

  /// The same direction in `0..<360` degrees, as roll and yaw are written in Apple's files.
  public var normalized: Angle {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    // A negative remainder too small to matter rounds up to 360.
    return Angle(degrees: positive >= 360 ? 0 : positive)
  }

  /// The same direction in `-180..<180` degrees.
  public var signed: Angle {
    let value = normalized.degrees
    return Angle(degrees: value >= 180 ? value - 360 : value)
  }

  /// The nearest multiple of `step` degrees, in `0..<360`. AVFoundation reports roll in steps of 30 and yaw in steps of
  /// 45.
  public func quantized(toDegrees step: Double) -> Angle {
    Angle(degrees: ((degrees / step).rounded() * step)).normalized
  }

  /// Compares degrees, without normalization.
  public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
  /// The angle in the other direction.
  public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }
  /// The sum, not normalized.
  public static func + (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees + right.degrees) }
  /// The difference, not normalized.
  public static func - (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees - right.degrees) }
}
