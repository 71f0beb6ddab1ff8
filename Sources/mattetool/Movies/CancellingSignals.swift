import Batch
import Dispatch
import Glibc

/// Runs work that SIGINT and SIGTERM cancel: elements in progress are finished. A second signal ends the process at
/// once. A closed reader does not kill the process: writing to it returns an error.
enum CancellingSignals {
  /// The exit code of a command that was interrupted.
  static let exitCode = Interruption.exitCode

  static func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    signal(SIGPIPE, SIG_IGN)
    let (start, starter) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in start {}
      return try await work()
    }
    let sources = TerminationSignals.listen {
      if task.isCancelled { _exit(exitCode) }
      task.cancel()
    }
    // Not before signals are handled: one that came earlier would end the process although its output had begun.
    starter.finish()
    defer { for source in sources { source.cancel() } }
    return try await task.value
  }
}
