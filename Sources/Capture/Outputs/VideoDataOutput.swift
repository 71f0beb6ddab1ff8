import FrameStream
import Imaging
import Synchronization

/// The frames of a session, for the program (AVFoundation's `AVCaptureVideoDataOutput`). May be shared by threads.
///
/// Frames come unconverted, in order; pixels are made when somebody asks for them. ``frames`` is a sequence like any other, so
/// that faces are found in it and effects drawn on it.
public final class VideoDataOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.video] }

  /// The frames that come from now on, for one reader; it ends when the output is taken out of its session.
  public let frames: FrameSequence
  /// Counts of frames that were taken and dropped.
  public let counts: FrameCounts
  /// Whether a frame that nobody has taken makes room for the next, so that what is taken is always the newest.
  public let alwaysDiscardsLateVideoFrames: Bool

  /// What the program needs of frames where a preset chooses the format; nothing at first. A change takes effect with the
  /// session's next one.
  public var formatRequirements: FormatRequirements {
    get { requirements.withLock { $0 } }
    set { requirements.withLock { $0 = newValue } }
  }

  private let requirements = Mutex(FormatRequirements())
  private let queue: DeliveryQueue<Frame>
  private let broadcaster = Broadcaster<DroppedVideoFrame>()

  /// - Parameters:
  ///   - discardsLateFrames: whether a frame that nobody has taken makes room for the next. Otherwise up to `bufferCount`
  ///     frames wait, which is for who is faster than the device nearly always.
  ///   - bufferCount: how many frames wait at most, at least 1; without meaning where late ones are discarded.
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
  public var drops: AsyncStream<DroppedVideoFrame> { broadcaster.stream() }

  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements { formatRequirements }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    switch sample {
    case .frame(let frame):
      guard let dropped = queue.append(frame) else { return }
      tell(
        DroppedVideoFrame(
          time: dropped.time, reason: alwaysDiscardsLateVideoFrames ? .late : .outOfBuffers, dimensions: dropped.size))
    case .dropped(let frame): tell(frame)
    case .audio: break
    }
  }

  public func didLeaveSession() { queue.finish() }

  private func tell(_ frame: DroppedVideoFrame) {
    counts.drop(DroppedFrame(time: frame.time, reason: frame.reason))
    broadcaster.send(frame)
  }
}
