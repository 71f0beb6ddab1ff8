import ArgumentParser
import Batch
import MatteKit

/// The work of a command on one movie: with progress, warnings, and an end that a signal may bring.
struct MovieRun {
  let processor: MovieProcessor
  let source: MovieSource
  /// As the command line names it.
  let output: String
  let overwrites: Bool
  let progress: ProgressStyle

  /// Makes the movie.
  ///
  /// - Parameter report: is given the result before the command ends, also where a signal ended it.
  /// - Throws: `ExitCode` 130 after a signal; the frames that were done are then in the output.
  func run(reporting report: (ProcessedMovie) throws -> Void = { _ in }) async throws {
    let target = try FrameOutput.target(output)
    if case .images(let folder, _) = target { try OutputFolder.make(folder) }
    let line = MovieProgressLine(progress, name: source.name)
    SteadyMemory.prepare()
    let (processor, source, overwrites) = (processor, source, overwrites)
    let result = try await CancellingSignals.run {
      defer { line.finish() }
      return try await processor.process(source, to: target, overwriting: overwrites) { line.tell($0) }
    }
    for warning in result.warnings { Console.warning("\(source.name): \(warning)") }
    try report(result)
    if result.isCutShort { throw ExitCode(CancellingSignals.exitCode) }
  }
}
