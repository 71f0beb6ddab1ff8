/// A change of a device.
enum CaptureDeviceChange: Sendable, Hashable {
  /// The active format was set.
  case format
  /// The frame durations were set, but not the format.
  case frameDuration
  /// The device was unplugged.
  case disconnected
}
