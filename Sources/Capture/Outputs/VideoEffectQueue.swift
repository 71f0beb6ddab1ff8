import Imaging
import Synchronization

/// The frames that wait for the stages of an effect. May be shared by threads.
final class VideoEffectQueue: Sendable {
  private let stream: AsyncStream<Frame>
  private let continuation: AsyncStream<Frame>.Continuation
  private let waiting: Mutex<WaitingFrames>

  /// - Parameter limit: maximum number of frames that wait, unless the session held them back.
  init(limit: Int) {
    (stream, continuation) = AsyncStream.makeStream()
    waiting = Mutex(WaitingFrames(limit: limit))
  }

  /// The frames in their order, for one reader.
  var frames: AsyncMapSequence<AsyncStream<Frame>, Frame> {
    stream.map { [self] frame in
      waiting.withLock { $0.remove() }
      return frame
    }
  }

  /// Lets held frames, which come at once, wait in addition to others.
  func expect(heldFrames count: Int) { waiting.withLock { $0.expect(heldFrames: count) } }

  /// - Returns: false if there is no room for the frame, or the queue has ended.
  func append(_ frame: Frame) -> Bool {
    guard waiting.withLock({ $0.add() }) else { return false }
    if case .enqueued = continuation.yield(frame) { return true }
    return false
  }

  /// No more frames come; those that wait are still read.
  func finish() { continuation.finish() }
}
