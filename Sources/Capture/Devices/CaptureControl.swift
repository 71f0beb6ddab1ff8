/// A control of a device, such as brightness, focus or zoom, with Video4Linux's identifiers. A value.
public struct CaptureControl: Sendable, Hashable {
  /// The identifier of a control: a number of `videodev2.h` (`V4L2_CID_`).
  public struct Identifier: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt32

    /// An identifier by its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Brightness, in the device's units.
    public static let brightness = Identifier(rawValue: 0x0098_0900)
    /// Whether white balance is automatic.
    public static let automaticWhiteBalance = Identifier(rawValue: 0x0098_090c)
    /// The colour temperature, in kelvin.
    public static let whiteBalanceTemperature = Identifier(rawValue: 0x0098_091a)
    /// The exposure mode: 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority.
    public static let exposureMode = Identifier(rawValue: 0x009a_0901)
    /// The exposure time, in units of 100 microseconds.
    public static let exposureTime = Identifier(rawValue: 0x009a_0902)
    /// The focus, in the device's units.
    public static let focus = Identifier(rawValue: 0x009a_090a)
    /// Whether autofocus is continuous.
    public static let continuousAutoFocus = Identifier(rawValue: 0x009a_090c)
    /// The zoom, in the device's units.
    public static let zoom = Identifier(rawValue: 0x009a_090d)
    /// The position of the camera: 0 front, 1 back, 2 external. It cannot be set.
    public static let cameraOrientation = Identifier(rawValue: 0x009a_0922)
    /// The rotation of the sensor, in degrees. It cannot be set.
    public static let sensorRotation = Identifier(rawValue: 0x009a_0923)
  }

  /// The kind of values.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An integer.
    case integer
    /// 0 or 1.
    case boolean
    /// The index of an item of a menu.
    case menu
    /// A control without a value: setting it starts an action.
    case button
    /// A kind that this package does not set.
    case other
  }

  /// The identifier.
  public var identifier: Identifier
  /// The device's name for the control.
  public var name: String
  /// The kind of values.
  public var kind: Kind
  /// The lowest and the highest value.
  public var range: ClosedRange<Int64>
  /// The step between values: each is the minimum plus a multiple of it.
  public var step: Int64
  /// The value after the device is plugged in.
  public var defaultValue: Int64
  /// Whether it can be set now: it is neither read-only nor disabled by another control.
  public var isSettable: Bool
}
