import Imaging

/// A report of frames that were dropped, without their pixels (AVFoundation's
/// `kCMSampleBufferAttachmentKey_DroppedFrameReason`). A value.
public struct DroppedFrame: Sendable, Hashable {
  /// The reason for which a frame was dropped (AVFoundation's three reasons).
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A newer frame came before this one was taken.
    case late = "frame was late"
    /// There was no room for it: too many frames were waiting.
    case outOfBuffers = "out of buffers"
    /// The source lost frames: its times jump, or run backwards.
    case discontinuity
  }

  /// The time of the frame. For frames that the source lost, the time of the next frame if it is known.
  public var time: MediaTime
  /// The reason.
  public var reason: Reason
  /// The number of frames; nil if unknown, as after a jump of the source's clock.
  public var count: Int?
  /// The size of the frames as stored, in pixels.
  public var size: PixelSize

  /// Creates a report.
  public init(time: MediaTime, reason: Reason, count: Int? = 1, size: PixelSize) {
    self.time = time
    self.reason = reason
    self.count = count
    self.size = size
  }
}
