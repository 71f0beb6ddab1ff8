/// What kind of device it is (AVFoundation's `AVCaptureDevice.DeviceType`).
public enum CaptureDeviceType: String, Sendable, Hashable, CaseIterable {
  /// A camera of the machine itself.
  case builtInWideAngleCamera
  /// A camera that is plugged in: every device of USB's video class, those that are no cameras too.
  case external
  /// A microphone.
  case microphone
  /// Frames that a file, a pipe or the program itself gives.
  case virtual
}
