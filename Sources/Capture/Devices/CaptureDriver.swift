import Imaging

/// The driver of a device: Video4Linux, a sound system, or the frames of a virtual device. May be shared by threads.
protocol CaptureDriver: AnyObject, Sendable {
  /// Checks that the device is connected and may be used.
  func checkAccess() throws(CaptureError)

  /// Prepares the device to deliver frames; it runs as long as the stream does.
  func makeStream(_ settings: StreamSettings, clock: any CaptureClock) throws(CaptureError) -> any CaptureStream

  /// The controls of the device; empty if there are none.
  func controls() throws(CaptureError) -> [CaptureControl]
  func value(of control: CaptureControl.Identifier) throws(CaptureError) -> Int64
  func set(_ value: Int64, for control: CaptureControl.Identifier) throws(CaptureError)
  /// Why controls cannot be set, for devices without any.
  var lackOfControls: CaptureError { get }

  /// The duration of the last frame, once it has arrived, for a source with a known end; nil for others.
  var lastFrameDuration: MediaTime? { get }
}

extension CaptureDriver {
  func controls() throws(CaptureError) -> [CaptureControl] { [] }
  func value(of control: CaptureControl.Identifier) throws(CaptureError) -> Int64 { throw lackOfControls }
  func set(_ value: Int64, for control: CaptureControl.Identifier) throws(CaptureError) { throw lackOfControls }

  var lackOfControls: CaptureError { .unsupported(what: "a virtual device", reason: "it has no controls") }

  var lastFrameDuration: MediaTime? { nil }
}
