import FrameStream
import Imaging
import MatteKit
import Scenes
import Synchronization

/// The frames of one camera in the stages of an effect. May be shared by threads.
final class VideoEffectWork: Sendable {
  private let continuation: AsyncStream<Frame>.Continuation
  private let readiness = StageReadiness()
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - analysis: what the compositor needs of a frame.
  ///   - earlier: the work whose frames are delivered first.
  ///   - bufferCount: frames that wait at most.
  ///   - compositor: draws a scene's picture.
  ///   - deliver: receives the drawn frames, in order, and the error that ends them.
  init(
    _ analysis: SceneAnalysis, after earlier: VideoEffectWork?, bufferCount: Int,
    compositor: @escaping VideoEffectOutput.Compositor,
    deliver: @escaping @Sendable (Result<Frame, CaptureError>) -> Void
  ) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Frame.self, bufferingPolicy: .bufferingOldest(bufferCount))
    self.continuation = continuation
    let drawn = stream.scenes(analysis, reporting: readiness).mapped(compositor).frames
    let before = earlier?.task
    task = Task {
      await before?.value
      do throws(SceneError) {
        for try await frame in drawn { deliver(.success(frame)) }
      } catch {
        continuation.finish()
        deliver(.failure(CaptureError(error)))
      }
    }
  }

  deinit { continuation.finish() }

  /// - Returns: the frame if there is no room for it.
  func append(_ frame: Frame) -> Frame? {
    switch continuation.yield(frame) {
    case .enqueued: nil
    case .dropped, .terminated: frame
    @unknown default: frame
    }
  }

  /// Returns when all is loaded.
  func prepare() async { await readiness.wait() }

  /// No more frames come.
  func end() { continuation.finish() }

  /// Returns when all queued frames are delivered.
  func finish() async {
    end()
    await task.value
  }
}

extension CaptureError {
  fileprivate init(_ error: SceneError) {
    self =
      switch error {
      case .frames(let error): .frames(error)
      case .faces(let error): .faces(error)
      case .codes(let error): .codes(error)
      case .mattes, .rendering, .other: .failed(device: "VideoEffectOutput", reason: "\(error)")
      }
  }
}
