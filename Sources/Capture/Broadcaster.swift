import Synchronization

/// Sends elements to all subscribers, each with a sequence of its own. May be shared by threads.
final class Broadcaster<Element: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var last = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// The elements sent from now on. Elements that are not taken yet are buffered.
  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.last += 1
      state.continuations[state.last] = continuation
      return state.last
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.continuations[number] = nil }
    }
    return stream
  }

  func send(_ element: Element) {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
  }

  /// Ends all sequences, now and later.
  func finish() {
    let all = state.withLock { state in
      defer { (state.continuations, state.isFinished) = ([:], true) }
      return Array(state.continuations.values)
    }
    for continuation in all { continuation.finish() }
  }
}
