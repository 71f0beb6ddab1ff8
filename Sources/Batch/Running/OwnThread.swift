import Dispatch
import Synchronization

/// Work that blocks, and tasks that wait for it; tasks, and work that waits for them.
package enum OwnThread {
  /// Does work that blocks on a thread of its own, and none of those that all tasks share.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "blocking work").async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }

  /// Waits for a task's work on a thread that may block, which is none of those that all tasks share.
  ///
  /// - Parameter interruption: cancels the task.
  static func wait<Value: Sendable>(
    cancelledBy interruption: Interruption, for work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let end = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    let task = Task {
      do {
        let value = try await work()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      end.signal()
    }
    interruption.handling(by: { task.cancel() }, during: { end.wait() })
    guard let result = result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
