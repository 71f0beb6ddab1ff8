import Synchronization

/// Runs pieces of asynchronous work one after the other, in the order in which they are given. May be shared by
/// threads.
final class SerialWork: Sendable {
  /// The end of the work that was given last; nil before the first.
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs work when all that was given before is done, and returns its result.
  func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
    let task = last.withLock { last in
      let task = Task { [before = last] in
        await before?.value
        return await work()
      }
      last = Task { _ = await task.value }
      return task
    }
    return await task.value
  }
}
