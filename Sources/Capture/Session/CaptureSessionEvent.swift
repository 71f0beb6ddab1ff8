extension CaptureSession {
  /// An event of a session (AVFoundation's notifications).
  public enum Event: Sendable {
    /// All devices have started.
    case didStartRunning
    /// All devices have stopped.
    case didStopRunning
    /// A device delivers no more frames. The session continues without it; another input may be added.
    case wasInterrupted(InterruptionReason, CaptureDevice)
    /// A virtual device has delivered its last frame.
    case inputDidEnd(CaptureDevice)
    /// A device has failed. The session continues without it.
    case runtimeError(CaptureError, CaptureDevice)
  }

  /// The reason of an interruption (AVFoundation's `AVCaptureSession.InterruptionReason`).
  public enum InterruptionReason: String, Sendable, Hashable, CaseIterable {
    /// The device was unplugged.
    case deviceDisconnected
    /// Another program streams from the device.
    case deviceInUseByAnotherClient
  }
}
