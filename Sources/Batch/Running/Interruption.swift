import Synchronization

/// A request to end a run: photos in progress are finished, and nothing further is started. May be shared by threads.
package final class Interruption: Sendable {
  private struct State {
    var isWanted = false
    /// The handlers that are called when the interruption is requested, by number.
    var handlers: [Int: @Sendable () -> Void] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var isRequested: Bool { state.withLock { $0.isWanted } }

  /// - Returns: whether it was requested before.
  @discardableResult package func request() -> Bool {
    let (wasWanted, handlers) = state.withLock { state in
      defer { state.isWanted = true }
      return (state.isWanted, state.isWanted ? [] : Array(state.handlers.values))
    }
    for handler in handlers { handler() }
    return wasWanted
  }

  /// Does work, and calls `handler` once if an interruption is requested meanwhile, or was before.
  func handling<Result>(by handler: @escaping @Sendable () -> Void, during work: () throws -> Result) rethrows -> Result
  {
    let (wasWanted, number) = state.withLock { state in
      state.nextNumber += 1
      if !state.isWanted { state.handlers[state.nextNumber] = handler }
      return (state.isWanted, state.nextNumber)
    }
    if wasWanted { handler() }
    defer { state.withLock { _ = $0.handlers.removeValue(forKey: number) } }
    return try work()
  }
}
