import ArgumentParser
import Batch
import MatteKit

/// A run of `batch` or `watch`: connects the library's work with its report and progress.
struct BatchSession {
  let batch: MediaBatch
  let processor: any MediaProcessor
  let interruption = Interruption()
  private let report: ReportFile?
  private let sheet: ResultSheet?

  /// - Parameters:
  ///   - report: a path, or `-`; nil for no report.
  ///   - continues: whether existing lines of the report's file are kept.
  ///   - sheet: the folder of a browsable page; nil for none.
  init(
    _ batch: MediaBatch, _ processor: any MediaProcessor, report: String?, continuing continues: Bool = false,
    sheet: FilePath? = nil
  ) throws(PhotoFileError) {
    self.batch = batch
    self.processor = processor
    self.report = try report.map { argument throws(PhotoFileError) in try ReportFile(argument, continuing: continues) }
    self.sheet = try sheet.map { folder throws(PhotoFileError) in
      try ResultSheet(folder, title: processor.name, shard: batch.options.shard, resumes: batch.options.resumes)
    }
  }

  /// Carries out a plan.
  func run(_ plan: BatchPlan, records: JournalRecords, progress: BatchProgress) async throws -> BatchSummary {
    let memory = plan.movieCount > 0 ? StreamMemory.returningFreeMemory(every: 5) : nil
    defer { memory?.cancel() }
    return try await BlockingThread.run {
      try Self.checkingMemory {
        try batch.run(
          plan, processor, records: records, interruption: interruption, reporting: listeners(progress))
      }
    }
  }

  /// Opens the journal and loads the networks, for repeated scans of inputs.
  func runner(records: JournalRecords, progress: BatchProgress) throws -> BatchRunner {
    try Self.checkingMemory {
      try batch.runner(
        processor, records: records, remembersResults: true, interruption: interruption, reporting: listeners(progress))
    }
  }

  private func listeners(_ progress: BatchProgress) -> BatchRunner.Listeners {
    BatchRunner.Listeners(
      describe: OptionAdvice.descriptionInBatch, file: { report($0, progress) },
      frame: { progress.report($1, of: $0) })
  }

  static func checkingMemory<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch BatchError.memoryTooSmall(let required) {
      throw ValidationError(
        "--memory: \(required >> 20) MiB are taken before the first photo; give \((required >> 20) + 256)M or more")
    }
  }

  func report(_ file: FileReport, _ progress: BatchProgress) {
    report?.write(file)
    sheet?.add(file)
    progress.report(file)
  }

  /// Writes the last line of report and progress.
  ///
  /// - Throws: `unwritable` if the report is not whole.
  func finish(_ summary: BatchSummary, _ progress: BatchProgress) throws {
    report?.write(summary)
    progress.finish(summary)
    if let stopped = summary.stopped { Console.error("error: \(stopped)") }
    if let error = report?.error { throw error }
    try sheet?.finish()
  }
}
