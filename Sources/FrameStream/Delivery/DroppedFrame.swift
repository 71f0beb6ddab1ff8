import Imaging

/// A dropped frame, with the reason (AVFoundation's `kCMSampleBufferAttachmentKey_DroppedFrameReason`).
public struct DroppedFrame: Sendable, Hashable {
  /// The reason for which a frame was dropped (AVFoundation's three reasons).
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A newer frame came before this one was taken.
    case late = "frame was late"
    /// There was no room for it: too many frames were waiting.
    case outOfBuffers = "out of buffers"
    /// The source lost an unknown number of frames: its times jump, or run backwards.
    case discontinuity
  }

  /// The time of the frame; at a discontinuity that of the first frame after it.
  public var time: MediaTime
  /// The reason.
  public var reason: Reason

  /// A frame that was dropped.
  public init(time: MediaTime, reason: Reason) {
    self.time = time
    self.reason = reason
  }
}
