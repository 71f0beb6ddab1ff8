import Dispatch
import Synchronization

/// Runs blocking work outside the threads that all tasks share.
package enum BlockingThread {
  /// Runs blocking work on a thread of its own, and suspends the calling task until it is done.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "blocking work").async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }

  /// Runs asynchronous work in a task, and blocks the calling thread until it is done: for threads of ``run(_:)``.
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
