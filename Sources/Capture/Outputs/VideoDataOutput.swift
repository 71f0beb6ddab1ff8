import FrameStream
import Imaging
import Synchronization

/// Delivers the frames of a session to the program (AVFoundation's `AVCaptureVideoDataOutput`). May be shared by
/// threads.
///
/// Frames come in order, and are converted only when their pixels are used. Faces can be found in ``frames``, and
/// effects drawn on them, as with every `FrameSequence`.
public final class VideoDataOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.video] }

  /// The frames from now on, for one reader. The sequence ends when the output leaves its session.
  public let frames: FrameSequence
  /// Counts of frames that were delivered and dropped.
  public let counts: FrameCounts
  /// Whether a frame that the reader has not taken is replaced by the next one, so that the reader always receives the
  /// newest.
  public let alwaysDiscardsLateVideoFrames: Bool

  /// The requirements for a format that a preset chooses; none at first. A change takes effect with the session's next
  /// configuration.
  public var formatRequirements: FormatRequirements {
    get { requirements.withLock { $0 } }
    set { requirements.withLock { $0 = newValue } }
  }

  private let requirements = Mutex(FormatRequirements())
  private let queue: DeliveryQueue<Frame>
  private let broadcaster = Broadcaster<DroppedFrame>()

  /// - Parameters:
  ///   - discardsLateFrames: whether a frame that the reader has not taken is replaced by the next one. Otherwise up to
  ///     `bufferCount` frames wait, which suits readers that are mostly faster than the device.
  ///   - bufferCount: maximum number of frames that wait, at least 1; ignored if late frames are discarded.
  public init(alwaysDiscardsLateVideoFrames discardsLateFrames: Bool = true, bufferCount: Int = 8) {
    alwaysDiscardsLateVideoFrames = discardsLateFrames
    let counts = FrameCounts()
    let queue = DeliveryQueue<Frame>(keepingNewest: discardsLateFrames, limit: discardsLateFrames ? 1 : bufferCount)
    self.counts = counts
    self.queue = queue
    let provider = QueuedFrames(queue, counts)
    frames = FrameSequence { provider }
  }

  deinit { broadcaster.finish() }

  /// Frames that are dropped from now on, here or by the device, without their pixels. Each caller has a sequence of
  /// its own.
  public var drops: AsyncStream<DroppedFrame> { broadcaster.stream() }

  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements { formatRequirements }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    switch sample {
    case .frame(let frame):
      guard let dropped = queue.append(frame) else { return }
      report(
        DroppedFrame(
          time: dropped.time, reason: alwaysDiscardsLateVideoFrames ? .late : .outOfBuffers, size: dropped.size))
    case .dropped(let frame): report(frame)
    case .audio: break
    }
  }

  public func didLeaveSession() { queue.finish() }

  private func report(_ frame: DroppedFrame) {
    counts.drop(frame)
    broadcaster.send(frame)
  }
}
