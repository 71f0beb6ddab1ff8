import Synchronization

/// One kind of media of an input (AVFoundation's `AVCaptureInput.Port`). May be shared by threads.
public final class CaptureInputPort: Sendable {
  /// What it gives.
  public let mediaType: CaptureMediaType
  /// The device that it comes from.
  public let device: CaptureDevice

  /// The clock that the device itself goes by (AVFoundation's `clock`): the session's for pictures, and for sound its own, by its
  /// count of samples, while that is heard. Nil where the input is in no session.
  public var clock: (any CaptureClock)? { ownClock.withLock { $0 } }
  private let ownClock = Mutex<(any CaptureClock)?>(nil)

  func set(_ clock: (any CaptureClock)?) { ownClock.withLock { $0 = clock } }

  init(_ mediaType: CaptureMediaType, of device: CaptureDevice) {
    self.mediaType = mediaType
    self.device = device
  }
}
