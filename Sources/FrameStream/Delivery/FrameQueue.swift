import Imaging
import Synchronization

/// A queue between a source that does not wait and a slow consumer: an `AsyncStream` whose source starts with the first
/// request. May be shared by threads; a cancelled consumer ends the queue and its source.
final class FrameQueue: FrameProvider {
  private struct State {
    var hasBegun = false
    /// The error that ended the source, until a consumer has received it.
    var failure: FrameStreamError?
  }

  private let source: any FrameProvider
  private let counts: FrameCounts
  private let dropReason: DroppedFrame.Reason
  private let stream: AsyncStream<Frame>
  private let continuation: AsyncStream<Frame>.Continuation
  private let state: SharedState

  /// The state that the queue shares with the task that fills it. The task must not keep the queue alive, because
  /// releasing the queue ends the task.
  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  init(source: any FrameProvider, delivery: FrameDelivery, counts: FrameCounts) {
    self.source = source
    self.counts = counts
    state = SharedState()
    let policy: AsyncStream<Frame>.Continuation.BufferingPolicy
    switch delivery {
    case .everyFrame, .latest: (policy, dropReason) = (.bufferingNewest(1), .late)
    case .buffered(let count): (policy, dropReason) = (.bufferingOldest(max(1, count)), .outOfBuffers)
    }
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
  }

  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
    begin()
    var iterator = stream.makeAsyncIterator()
    if let frame = await iterator.next(isolation: isolation) {
      counts.deliver(isDamaged: frame.attachments.isDamaged)
      return frame
    }
    let failure = state.value.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
    if let failure { throw failure }
    return nil
  }

  private func begin() {
    let isFirst = state.value.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    let task = Task { [source, counts, dropReason, continuation, state] in
      defer { continuation.finish() }
      do throws(FrameStreamError) {
        while !Task.isCancelled, let frame = try await source.next(isolation: nil) {
          switch continuation.yield(frame) {
          case .dropped(let dropped):
            counts.drop(DroppedFrame(time: dropped.time, reason: dropReason, size: dropped.size))
          case .terminated: return
          case .enqueued: continue
          @unknown default: continue
          }
        }
      } catch {
        state.value.withLock { $0.failure = error }
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
