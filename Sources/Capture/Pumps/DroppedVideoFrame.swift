import FrameStream
import Imaging

/// Frames that were dropped, without their pixels: when and why (AVFoundation's
/// `kCMSampleBufferAttachmentKey_DroppedFrameReason`).
public struct DroppedVideoFrame: Sendable, Hashable {
  /// The time of the frame; of frames that the device lost that of the first after them, where it is known.
  public var time: MediaTime
  /// Why.
  public var reason: DroppedFrame.Reason
  /// How many; nil where nobody knows, as after a leap of the device's clock.
  public var count: Int?
  /// The size of the frames as stored, in pixels.
  public var dimensions: PixelSize

  /// Frames that were dropped.
  public init(time: MediaTime, reason: DroppedFrame.Reason, count: Int? = 1, dimensions: PixelSize) {
    self.time = time
    self.reason = reason
    self.count = count
    self.dimensions = dimensions
  }
}
