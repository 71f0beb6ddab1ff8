/// One kind of media of an input (AVFoundation's `AVCaptureInput.Port`). May be shared by threads.
public final class CaptureInputPort: Sendable {
  /// What it gives.
  public let mediaType: CaptureMediaType
  /// The device that it comes from.
  public let device: CaptureDevice

  init(_ mediaType: CaptureMediaType, of device: CaptureDevice) {
    self.mediaType = mediaType
    self.device = device
  }
}
