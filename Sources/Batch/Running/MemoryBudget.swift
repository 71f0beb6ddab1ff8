import Dispatch
import Synchronization

/// An amount of memory that all photos and movies in progress share. May be shared by threads.
///
/// They are admitted in order: a large one waits for room, and those behind it wait too, so that it is not starved.
package final class MemoryBudget: Sendable {
  private struct Waiter {
    let bytes: Int
    let turn: DispatchSemaphore
  }

  private struct State {
    var free: Int
    var waiters: [Waiter] = []
  }

  /// In bytes.
  let limit: Int
  private let state: Mutex<State>

  /// The memory that files in progress may share: the limit of the process, less what it has taken already.
  ///
  /// - Parameters:
  ///   - processLimit: in bytes; nil for three quarters of the free memory.
  ///   - networks: the memory of the networks that all photos share, in bytes; movies account for their own.
  /// - Throws: ``BatchError/memoryTooSmall(required:)``.
  package convenience init(processLimit: Int?, networks: Int) throws(BatchError) {
    guard let processLimit else {
      self.init(limit: SystemMemory.available / 4 * 3)
      return
    }
    // Networks grow with their first photos.
    let taken = max(SystemMemory.resident, networks)
    guard processLimit > taken + MemoryEstimate.base else { throw .memoryTooSmall(required: taken) }
    self.init(limit: processLimit - taken)
  }

  init(limit: Int) {
    self.limit = limit
    state = Mutex(State(free: limit))
  }

  /// The available part of the budget, in bytes.
  var free: Int { state.withLock { $0.free } }

  /// Runs work on a file that needs this much memory, as soon as there is room for it.
  ///
  /// - Throws: ``MemoryShortage`` if there never will be, and the errors of the work.
  package func lending<Result>(_ bytes: Int, to file: String, for work: () throws -> Result) throws -> Result {
    guard bytes <= limit else { throw MemoryShortage(input: file, needed: bytes, available: limit) }
    return try lending(bytes, for: work)
  }

  /// Runs work that needs this much memory, as soon as there is room for it.
  ///
  /// - Precondition: `bytes` is not more than ``limit``.
  func lending<Result>(_ bytes: Int, for work: () throws -> Result) rethrows -> Result {
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
