import Imaging
import Synchronization

/// Frames on their way from a source that does not wait to a consumer that takes its time. May be shared by threads.
final class FrameQueue: FrameProvider {
  private struct State {
    var frames: [Frame] = []
    var end: Result<Frame?, FrameStreamError>?
    var waiting: CheckedContinuation<Result<Frame?, FrameStreamError>, Never>?
    var task: Task<Void, Never>?
    var hasBegun = false
  }

  private let state = Mutex(State())
  private let source: any FrameProvider
  private let capacity: Int
  /// Whether the oldest frame makes room for a new one, rather than the new one being dropped.
  private let keepsNewest: Bool
  private let counts: FrameCounts

  init(source: any FrameProvider, delivery: FrameDelivery, counts: FrameCounts) {
    self.source = source
    self.counts = counts
    switch delivery {
    case .everyFrame, .latest: (capacity, keepsNewest) = (1, true)
    case .buffered(let count): (capacity, keepsNewest) = (max(1, count), false)
    }
  }

  deinit { state.withLock { $0.task?.cancel() } }

  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
    begin()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let ready: Result<Frame?, FrameStreamError>? = state.withLock { state in
          if Task.isCancelled { return .success(nil) }
          if !state.frames.isEmpty { return .success(state.frames.removeFirst()) }
          if let end = state.end {
            // An error is told once.
            state.end = .success(nil)
            return end
          }
          state.waiting = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      take()?.resume(returning: .success(nil))
    }
    if case .success(.some) = result { counts.deliver() }
    return try result.get()
  }

  /// Whoever waits for a frame, who waits no longer then.
  private func take() -> CheckedContinuation<Result<Frame?, FrameStreamError>, Never>? {
    state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
  }

  /// Starts taking frames from the source when the first is asked for.
  private func begin() {
    state.withLock { state in
      guard !state.hasBegun else { return }
      state.hasBegun = true
      let source = source
      state.task = Task { [weak self] in
        while !Task.isCancelled {
          let next: Result<Frame?, FrameStreamError>
          do throws(FrameStreamError) {
            next = .success(try await source.next(isolation: nil))
          } catch {
            next = .failure(error)
          }
          guard let self, self.put(next) else { return }
        }
      }
    }
  }

  /// - Returns: whether the source goes on.
  private func put(_ next: Result<Frame?, FrameStreamError>) -> Bool {
    guard case .success(.some(let frame)) = next else {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        state.end = state.waiting == nil ? next : .success(nil)
        return state.waiting
      }
      waiting?.resume(returning: next)
      return false
    }
    if let waiting = take() {
      waiting.resume(returning: next)
      return true
    }
    let dropped: DroppedFrame? = state.withLock { state in
      guard state.frames.count >= capacity else {
        state.frames.append(frame)
        return nil
      }
      guard keepsNewest else { return DroppedFrame(time: frame.time, reason: .outOfBuffers) }
      state.frames.append(frame)
      return DroppedFrame(time: state.frames.removeFirst().time, reason: .late)
    }
    if let dropped { counts.drop(dropped) }
    return true
  }
}
