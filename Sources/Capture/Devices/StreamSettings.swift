import Imaging

/// The format and the rate in which a device is started.
struct StreamSettings: Sendable, Hashable {
  var format: CaptureDeviceFormat
  /// The shortest duration of a frame that is requested.
  var minFrameDuration: MediaTime
}
