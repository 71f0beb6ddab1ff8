import Dispatch
import Synchronization

/// One amount of memory that all photos in work share. May be shared by threads.
///
/// Photos are let in as they come: a large one waits for room, and those behind it wait with it, so that it gets its turn.
final class MemoryBudget: Sendable {
  private struct Waiter {
    let bytes: Int
    let turn: DispatchSemaphore
  }

  private struct State {
    var free: Int
    var waiters: [Waiter] = []
  }

  let limit: Int
  private let state: Mutex<State>

  init(limit: Int) {
    self.limit = limit
    state = Mutex(State(free: limit))
  }

  /// What has not been lent.
  var free: Int { state.withLock { $0.free } }

  /// Runs work that needs this much, as soon as there is room for it.
  ///
  /// - Precondition: `bytes` is not more than ``limit``.
  func lending<Result>(_ bytes: Int, to work: () throws -> Result) rethrows -> Result {
    wait(for: bytes)
    defer { giveBack(bytes) }
    return try work()
  }

  private func wait(for bytes: Int) {
    let turn = state.withLock { state -> DispatchSemaphore? in
      if state.waiters.isEmpty, state.free >= bytes {
        state.free -= bytes
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waiters.append(Waiter(bytes: bytes, turn: turn))
      return turn
    }
    turn?.wait()
  }

  private func giveBack(_ bytes: Int) {
    state.withLock { state in
      state.free += bytes
      while let first = state.waiters.first, state.free >= first.bytes {
        state.free -= first.bytes
        state.waiters.removeFirst()
        first.turn.signal()
      }
    }
  }
}
