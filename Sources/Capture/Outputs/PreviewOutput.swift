import Imaging
import Synchronization

/// Delivers the frames of a session to be shown in a window or over a network (AVFoundation's
/// `AVCaptureVideoPreviewLayer`). May be shared by threads.
///
/// It keeps the last frame, so that a preview whose connection is disabled shows a still picture. Cameras that face
/// their user are mirrored by default; ``CaptureConnection/setVideoMirrored(_:)`` changes that.
public final class PreviewOutput: CaptureOutput {
  public var mediaTypes: [CaptureMediaType] { [.video] }

  private struct State {
    var last: Frame?
    var continuations: [Int: AsyncStream<Frame>.Continuation] = [:]
    var lastNumber = 0
    var hasLeft = false
  }
  private let state = Mutex(State())

  /// Creates a preview without a frame.
  public init() {}

  deinit { finish() }

  /// The last frame that came; nil before the first.
  public var currentFrame: Frame? { state.withLock(\.last) }

  /// The newest frame whenever the reader requests one, beginning with the current frame. Each caller has a sequence of
  /// its own, which ends when the output leaves its session.
  public var frames: AsyncStream<Frame> {
    let (stream, continuation) = AsyncStream.makeStream(of: Frame.self, bufferingPolicy: .bufferingNewest(1))
    let (number, hasLeft) = state.withLock { state in
      if let last = state.last { continuation.yield(last) }
      state.lastNumber += 1
      if !state.hasLeft { state.continuations[state.lastNumber] = continuation }
      return (state.lastNumber, state.hasLeft)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.continuations[number] = nil }
    }
    if hasLeft { continuation.finish() }
    return stream
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard case .frame(let frame) = sample else { return }
    let all = state.withLock { state in
      state.last = frame
      return Array(state.continuations.values)
    }
    for continuation in all { continuation.yield(frame) }
  }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    if !connections.isEmpty { state.withLock { $0.hasLeft = false } }
  }

  public func didLeaveSession() { finish() }

  private func finish() {
    let all = state.withLock { state in
      defer { (state.continuations, state.hasLeft) = ([:], true) }
      return Array(state.continuations.values)
    }
    for continuation in all { continuation.finish() }
  }
}
