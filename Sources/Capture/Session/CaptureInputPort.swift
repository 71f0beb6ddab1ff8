import Synchronization

/// One kind of media of an input (AVFoundation's `AVCaptureInput.Port`). May be shared by threads.
public final class CaptureInputPort: Sendable {
  /// The kind of media.
  public let mediaType: CaptureMediaType
  /// The device of the input.
  public let device: CaptureDevice

  /// The clock of the port's samples (AVFoundation's `clock`): the session's for video, and for sound the device's own,
  /// by its count of samples. Nil if the input is in no session.
  public var clock: (any CaptureClock)? { ownClock.withLock { $0 } }
  private let ownClock = Mutex<(any CaptureClock)?>(nil)

  func set(_ clock: (any CaptureClock)?) { ownClock.withLock { $0 = clock } }

  init(_ mediaType: CaptureMediaType, of device: CaptureDevice) {
    self.mediaType = mediaType
    self.device = device
  }
}
