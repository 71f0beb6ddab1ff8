import ArgumentParser
import FoundationEssentials
import MatteKit

/// Effects, applied to photos of a plan: networks, budget, journal, report and progress brought together.
struct Batch {
  let options: BatchOptions
  let recipe: String
  let interruption = Interruption()
  private let stack: EffectStack
  private let report: ReportFile?

  /// - Parameter effect: as the command line names it.
  init(_ options: BatchOptions, effect name: String) throws {
    SteadyMemory.prepare()
    self.options = options
    stack = try options.effects.preset(name).stack
    recipe = options.recipe(effect: name)
    report = try options.report.map { argument throws(PhotoFileError) in try ReportFile(argument) }
  }

  /// Takes the journal and loads the networks.
  func runner(
    records: JournalRecords, shard: Shard? = nil, resumes: Bool, maximumErrors: Int? = nil, progress: BatchProgress
  ) throws -> BatchRunner {
    try Folder.make(options.folder)
    let journal = try Journal(
      in: options.folder, recipe: recipe, shard: shard, known: records.places(of: recipe))
    let maker = try EffectMaker(stack, coding: options.coding)
    try maker.load()
    let terms = BatchRunner.Terms(
      folder: options.folder, recipe: recipe, jobs: options.jobs.value, maximumErrors: maximumErrors, resumes: resumes)
    return BatchRunner(
      terms, maker: maker, budget: try options.budget(), journal: journal, records: records, interruption: interruption
    ) { photo in tell(photo, progress) }
  }

  func tell(_ photo: PhotoReport, _ progress: BatchProgress) {
    report?.write(photo)
    progress.tell(photo)
  }

  /// Writes the last line of report and progress.
  ///
  /// - Throws: `unwritable` if the report is not whole.
  func finish(_ summary: BatchSummary, _ progress: BatchProgress) throws {
    report?.write(summary)
    progress.finish(summary)
    if let error = report?.error { throw error }
  }
}
