import Dispatch
import Imaging
import Synchronization

/// Pulls frames out of a source on a thread of its own, so that a source that waits for a disk or a pipe never holds
/// up the tasks of the program. May be shared: each frame goes to one of the callers.
final class FramePump: FrameProvider {
  private enum State: Sendable {
    case closed(@Sendable () throws(FrameStreamError) -> any FrameSource)
    case open(any FrameSource)
    case finished
  }

  private let queue = DispatchQueue(label: "FrameStream")
  private let state: Mutex<State>

  /// - Parameter open: called when the first frame is asked for.
  init(opening open: @escaping @Sendable () throws(FrameStreamError) -> any FrameSource) {
    state = Mutex(.closed(open))
  }

  /// The next frame, or nil at the end and when the task is cancelled.
  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
    if Task.isCancelled { return nil }
    let result: Result<Frame?, FrameStreamError> = await withCheckedContinuation(isolation: isolation) { continuation in
      queue.async { continuation.resume(returning: self.pull()) }
    }
    return try result.get()
  }

  private func pull() -> Result<Frame?, FrameStreamError> {
    state.withLock { state in
      do throws(FrameStreamError) {
        var source: any FrameSource
        switch state {
        case .closed(let open):
          state = .finished
          source = try open()
        case .open(let opened): source = opened
        case .finished: return .success(nil)
        }
        // Else the state would share the source's buffers, and they would be copied when written to.
        state = .finished
        let frame = try source.nextFrame()
        if frame != nil { state = .open(source) }
        return .success(frame)
      } catch {
        return .failure(error)
      }
    }
  }
}
