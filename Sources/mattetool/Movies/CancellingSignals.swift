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
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if task.isCancelled { _exit(exitCode) }
        task.cancel()
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try await task.value
  }
}
