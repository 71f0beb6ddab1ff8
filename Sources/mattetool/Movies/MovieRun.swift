import ArgumentParser
import Batch
import MatteKit

/// A command's work on one movie: with progress, warnings, and an end by signal.
struct MovieRun {
  /// The name of the movie in messages.
  let name: String
  let progress: MovieProgressStyle
  /// Whether the source is endless, so that a signal is the way to end it.
  var isLive = false

  /// Does the work. A signal ends the process with exit code 130, or 0 for a live source; the frames done by then are
  /// in the output.
  ///
  /// - Parameters:
  ///   - work: makes the movie, and reports its progress.
  ///   - report: receives the result before the command ends, even if a signal ended it.
  func run(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (MovieProgress) -> Void) async throws -> ProcessedMovie,
    reporting report: (ProcessedMovie) throws -> Void = { _ in }
  ) async throws {
    let line = MovieProgressLine(progress, name: name)
    // Freed buffers leave gaps in the heap.
    let memory = StreamMemory.returningFreeMemory(every: 5)
    defer { memory.cancel() }
    let result = try await CancellingSignals.run {
      defer { line.finish() }
      return try await work { line.report($0) }
    }
    for warning in result.warnings { Console.warning("\(name): \(warning)") }
    try report(result)
    if result.isCutShort { ProcessEnd.now(isLive ? .success : ExitCode(CancellingSignals.exitCode)) }
  }
}
