import Dispatch
import Imaging
import Synchronization

/// Reads frames from a source on a thread of its own, so that a source that waits for a disk or a pipe never blocks the
/// tasks of the program. May be shared: each frame goes to one of the callers.
///
/// A caller whose task is cancelled gets nil immediately, even while the source waits; the next frame then goes to the
/// next caller. When the pump is released, the source's waiting ends.
final class FramePump: FrameProvider {
  private let queue = DispatchQueue(label: "FrameStream")
  private let pulling: PulledSource
  private let wakeUp: WakeUp?

  /// - Parameters:
  ///   - wakeUp: ends the source's waiting; nil for a source that waits only for files.
  ///   - open: called when the first frame is requested.
  init(
    waking wakeUp: WakeUp? = nil, opening open: @escaping @Sendable () throws(FrameStreamError) -> any FrameSource
  ) {
    self.wakeUp = wakeUp
    pulling = PulledSource(opening: open)
  }

  deinit { wakeUp?.wake() }

  /// The next frame, or nil at the end and when the task is cancelled.
  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
    if Task.isCancelled { return nil }
    let caller = Caller()
    let result: PulledSource.Pulled = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        caller.wait(continuation)
        // The queue retains the source and not the pump, whose release ends the source's waiting.
        queue.async { [pulling] in pulling.serve(caller) }
      }
    } onCancel: {
      caller.answer(.success(nil))
    }
    return try result.get()
  }
}

/// A caller that waits for a frame, resumed once.
private final class Caller: Sendable {
  private enum State: Sendable {
    case new
    case waiting(CheckedContinuation<PulledSource.Pulled, Never>)
    case answered
  }

  private let state = Mutex(State.new)

  func wait(_ continuation: CheckedContinuation<PulledSource.Pulled, Never>) {
    let isAnswered = state.withLock { state in
      if case .answered = state { return true }
      state = .waiting(continuation)
      return false
    }
    if isAnswered { continuation.resume(returning: .success(nil)) }
  }

  /// Whether the caller still waits.
  var isWaiting: Bool {
    state.withLock { if case .answered = $0 { false } else { true } }
  }

  /// - Returns: false if the caller was already resumed.
  @discardableResult
  func answer(_ result: PulledSource.Pulled) -> Bool {
    let (isFirst, continuation) = state.withLock { state -> (Bool, CheckedContinuation<PulledSource.Pulled, Never>?) in
      defer { state = .answered }
      switch state {
      case .new: return (true, nil)
      case .waiting(let continuation): return (true, continuation)
      case .answered: return (false, nil)
      }
    }
    continuation?.resume(returning: result)
    return isFirst
  }
}

/// A source with its remaining frames. Used on one queue.
private final class PulledSource: Sendable {
  typealias Pulled = Result<Frame?, FrameStreamError>

  private enum State: Sendable {
    case closed(@Sendable () throws(FrameStreamError) -> any FrameSource)
    case open(any FrameSource)
    case finished
  }

  private let state: Mutex<State>
  /// A frame that arrived after its caller was cancelled.
  private let unclaimed = Mutex<Pulled?>(nil)

  init(opening open: @escaping @Sendable () throws(FrameStreamError) -> any FrameSource) {
    state = Mutex(.closed(open))
  }

  func serve(_ caller: Caller) {
    guard caller.isWaiting else { return }
    let kept = unclaimed.withLock { unclaimed in
      defer { unclaimed = nil }
      return unclaimed
    }
    let result = kept ?? pull()
    if !caller.answer(result) { unclaimed.withLock { $0 = result } }
  }

  private func pull() -> Pulled {
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
        // Otherwise the state would share the source's buffers, and they would be copied on writing.
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
