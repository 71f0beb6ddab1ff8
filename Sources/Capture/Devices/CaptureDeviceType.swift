/// A kind of device (AVFoundation's `AVCaptureDevice.DeviceType`).
public enum CaptureDeviceType: String, Sendable, Hashable, CaseIterable {
  /// A camera that is built into the machine.
  case builtInWideAngleCamera
  /// A camera that is plugged in: any device of USB's video class, capture cards included.
  case external
  /// A microphone.
  case microphone
  /// A device whose frames come from a file, a pipe or the program itself.
  case virtual
}
