/// What happens in a session (AVFoundation's notifications).
public enum CaptureSessionEvent: Sendable {
  /// Why frames do not come, or came to an end.
  public enum InterruptionReason: String, Sendable, Hashable, CaseIterable {
    /// The device was unplugged.
    case deviceDisconnected
    /// Another program streams from the device.
    case deviceInUseByAnotherClient
  }

  /// The devices run.
  case didStartRunning
  /// The devices have stopped.
  case didStopRunning
  /// A device gives no more frames, and the session goes on without them: another input may be added.
  case wasInterrupted(InterruptionReason, CaptureDevice)
  /// The frames of a virtual device have come to their end.
  case inputDidEnd(CaptureDevice)
  /// A device failed; the session goes on without its frames.
  case runtimeError(CaptureError, CaptureDevice)
}
