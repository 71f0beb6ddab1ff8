import FrameStream
import Imaging

/// A report of frames that were dropped (AVFoundation's `kCMSampleBufferAttachmentKey_DroppedFrameReason`). A value.
public struct DroppedVideoFrame: Sendable, Hashable {
  /// The time of the frame. For frames that the device lost, the time of the next frame if it is known.
  public var time: MediaTime
  /// Why.
  public var reason: DroppedFrame.Reason
  /// The number of frames; nil if unknown, as after a jump of the device's clock.
  public var count: Int?
  /// The size of the frames as stored, in pixels.
  public var dimensions: PixelSize

  /// Creates a report.
  public init(time: MediaTime, reason: DroppedFrame.Reason, count: Int? = 1, dimensions: PixelSize) {
    self.time = time
    self.reason = reason
    self.count = count
    self.dimensions = dimensions
  }
}
