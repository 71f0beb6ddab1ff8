/// Something of a device that can be set: brightness, focus, zoom. By Video4Linux's numbers. A value.
public struct CaptureControl: Sendable, Hashable {
  /// Which control it is; a number of `videodev2.h` (`V4L2_CID_`).
  public struct Identifier: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt32

    /// The control of a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Brightness, in the device's units.
    public static let brightness = Identifier(rawValue: 0x0098_0900)
    /// Whether white balance is automatic.
    public static let automaticWhiteBalance = Identifier(rawValue: 0x0098_090c)
    /// The colour temperature, in kelvin.
    public static let whiteBalanceTemperature = Identifier(rawValue: 0x0098_091a)
    /// How exposure is set: 0 automatic, 1 manual, 2 by the shutter, 3 by the aperture.
    public static let exposureMode = Identifier(rawValue: 0x009a_0901)
    /// The exposure time, in units of 100 microseconds.
    public static let exposureTime = Identifier(rawValue: 0x009a_0902)
    /// The focus, in the device's units.
    public static let focus = Identifier(rawValue: 0x009a_090a)
    /// Whether focus is automatic, all the time.
    public static let continuousAutoFocus = Identifier(rawValue: 0x009a_090c)
    /// The zoom, in the device's units.
    public static let zoom = Identifier(rawValue: 0x009a_090d)
    /// The position of the camera: 0 front, 1 back, 2 external. It cannot be set.
    public static let cameraOrientation = Identifier(rawValue: 0x009a_0922)
    /// How the sensor is turned, in degrees. It cannot be set.
    public static let sensorRotation = Identifier(rawValue: 0x009a_0923)
  }

  /// What values it has.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Whole numbers.
    case integer
    /// 0 or 1.
    case boolean
    /// The number of a choice.
    case menu
    /// A control without a value: setting it does something.
    case button
    /// Others, which are not set here.
    case other
  }

  /// Which it is.
  public var identifier: Identifier
  /// What the device calls it.
  public var name: String
  /// What values it has.
  public var kind: Kind
  /// The lowest and the highest value.
  public var range: ClosedRange<Int64>
  /// Values are the lowest and so many more, times a whole number.
  public var step: Int64
  /// The value that the device begins with.
  public var defaultValue: Int64
  /// Whether it can be set now: it is neither read-only nor switched off by another one.
  public var isSettable: Bool
}
