import ArgumentParser
import Batch
import MatteKit
import ObjectStorage
import SystemPackage

/// A run of `batch` whose inputs or results are in object storage or on the web.
struct RemoteBatchRun {
  let batch: RemoteBatch
  let processor: any MediaProcessor
  let options: BatchOptions
  /// Whether existing lines of the report's file are kept.
  let continuesReport: Bool
  /// Why there may be nothing to do.
  let reasonOfEmptyPlan: String
  /// The exit code of a run that did not stop.
  let exitCode: @Sendable (BatchSummary) -> ExitCode

  /// The line of `batch --dry-run` for a photo.
  private struct Line: Encodable {
    let input: String
    let output: String
    let action: PlannedFile.Action?
    let format: String
    let error: String?
  }

  /// Prints what would be done, as it is found.
  func showPlan() async throws {
    let count = try await BlockingThread.run {
      var count = 0
      let warnings = try batch.plan(processor, describing: OptionAdvice.descriptionInBatch) { photo in
        count += 1
        try Console.print(
          jsonLine: Line(
            input: photo.input.description, output: photo.output.description, action: photo.action,
            format: photo.format.name, error: photo.fault))
      }
      for warning in warnings { Console.warning(warning) }
      return count
    }
    if count == 0 { throw ExitCode(2) }
  }

  func run() async throws -> ExitCode {
    let report = try options.report.map { argument throws(PhotoFileError) in
      try ReportFile(argument, continuing: continuesReport)
    }
    let progress = BatchProgress(options.progress, total: nil)
    let interruption = Interruption()
    let signals = interruption.listen {
      progress.report("finishing the photos in progress; interrupt again to end at once")
    }
    let outcome: RemoteBatch.Outcome
    do {
      outcome = try await BlockingThread.run {
        try BatchSession.checkingMemory {
          try batch.run(
            processor, interruption: interruption,
            reporting: BatchRunner.Listeners(
              describe: OptionAdvice.descriptionInBatch,
              file: { file in
                report?.write(file)
                progress.report(file)
              }))
        }
      }
    } catch let error as S3Error where Failure.code(for: error) == Failure.badInput {
      // Nothing was written, and repeating the command would not help.
      Console.error("error: \(error)")
      return Failure.cannotCreate
    }
    return try withExtendedLifetime(signals) {
      for warning in outcome.warnings { Console.warning(warning) }
      // A run that was stopped has not counted everything.
      let summary = outcome.summary
      if summary.photos == 0, !summary.isInterrupted, summary.stopped == nil, !outcome.mayPass {
        Console.warning("there is nothing to do: \(reasonOfEmptyPlan)")
      }
      report?.write(outcome.summary)
      progress.finish(outcome.summary)
      if let stopped = outcome.summary.stopped { Console.error("error: \(stopped)") }
      if let error = report?.error { throw error }
      return outcome.mayPass ? Failure.temporary : exitCode(outcome.summary)
    }
  }
}
