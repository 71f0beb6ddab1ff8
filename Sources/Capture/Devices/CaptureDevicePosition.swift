/// The position of a camera on the machine.
public enum CaptureDevicePosition: String, Sendable, Hashable, CaseIterable {
  /// The position is not known.
  case unspecified
  /// The device faces the user.
  case front
  /// The device faces away from the user.
  case back
}
