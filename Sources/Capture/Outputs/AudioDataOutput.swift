import FrameStream
import Synchronization

/// Delivers the sound of a session to the program (AVFoundation's `AVCaptureAudioDataOutput`). May be shared by
/// threads.
///
/// Buffers come in order, each with the time of its first sample on the session's
/// ``CaptureSession/synchronizationClock``, and follow one another without gaps as the device gives them.
public final class AudioDataOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.audio] }

  /// The buffers from now on, for one reader. The sequence ends when the output leaves its session.
  public let buffers: AsyncStream<AudioBuffer>
  private let continuation: AsyncStream<AudioBuffer>.Continuation
  private let dropped = Mutex(0)

  /// - Parameter bufferCount: maximum number of buffers that wait for the reader, at least 1. Further ones are dropped
  ///   and counted.
  public init(bufferCount: Int = 500) {
    (buffers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(max(1, bufferCount)))
  }

  /// Number of buffers that were dropped because too many waited.
  public var droppedBufferCount: Int { dropped.withLock { $0 } }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .audio(let buffer) = sample else { return }
    if case .dropped = continuation.yield(buffer) { dropped.withLock { $0 += 1 } }
  }

  public func didLeaveSession() { continuation.finish() }
}
