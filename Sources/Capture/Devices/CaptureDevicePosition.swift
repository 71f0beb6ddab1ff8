/// The position of a camera on the machine.
public enum CaptureDevicePosition: String, Sendable, Hashable, CaseIterable {
  /// It stands anywhere, or nobody says.
  case unspecified
  /// It looks at the user.
  case front
  /// It looks away from the user.
  case back
}
