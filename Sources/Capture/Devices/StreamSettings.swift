import Imaging

/// What a device is to give.
struct StreamSettings: Sendable, Hashable {
  var format: CaptureDeviceFormat
  /// The shortest duration of a frame that is asked for.
  var minFrameDuration: MediaTime
}
