import FrameStream
import Imaging
import MatteKit
import Scenes
import Synchronization

/// The frames of one camera in the stages of an effect. May be shared by threads.
final class VideoEffectWork: Sendable {
  private let queue: VideoEffectQueue
  private let readiness = StageReadiness()
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - analysis: what the compositor needs of a frame.
  ///   - earlier: the work whose frames are delivered first.
  ///   - bufferCount: frames that wait at most, unless the session held them back.
  ///   - compositor: draws a scene's picture.
  ///   - deliver: receives the drawn frames, in order, and the error that ends them.
  init(
    _ analysis: SceneAnalysis, after earlier: VideoEffectWork?, bufferCount: Int,
    compositor: @escaping VideoEffectOutput.Compositor,
    deliver: @escaping @Sendable (Result<Frame, CaptureError>) -> Void
  ) {
    let queue = VideoEffectQueue(limit: bufferCount)
    self.queue = queue
    let drawn = queue.frames.scenes(analysis, reporting: readiness).mapped(compositor).frames
    let before = earlier?.task
    task = Task {
      await before?.value
      do throws(SceneError) {
        for try await frame in drawn { deliver(.success(frame)) }
      } catch {
        queue.finish()
        deliver(.failure(CaptureError(error)))
      }
    }
  }

  deinit { queue.finish() }

  /// Lets held frames, which come at once, wait in addition to others.
  func expect(heldFrames count: Int) { queue.expect(heldFrames: count) }

  /// - Returns: false if there is no room for the frame.
  func append(_ frame: Frame) -> Bool { queue.append(frame) }

  /// Returns when all is loaded.
  func prepare() async { await readiness.wait() }

  /// No more frames come.
  func end() { queue.finish() }

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
