/// What has become other of a device.
enum CaptureDeviceChange: Sendable, Hashable {
  /// Its active format was set.
  case format
  /// Its frame durations were set, and its format was not.
  case frameDuration
  /// It was unplugged.
  case disconnected
}
