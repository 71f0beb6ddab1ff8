import MatteKit
import SystemPackage

/// Many photos and movies with their output folder and processor: several are processed concurrently, within a memory
/// limit, with a journal by which a run that ends early can be resumed.
///
/// ```swift
/// var batch = MediaBatch(inputs: ["shoot"], output: "blurred")
/// batch.options.resumes = true
/// let summary = try await batch.run(processor) { file in
///   if let error = file.error { print(error) }
/// }
/// ```
///
/// Outputs appear complete or not at all. A file that cannot be read, or whose output cannot be written, is reported
/// and stops no other. One movie is in progress at a time, beside photos, because its stages run on all processors.
///
/// A movie keeps its container if that is one of ``MovieContainer`` and supports its pictures: MP4 with alpha becomes
/// QuickTime; AVI, MPEG and GIF become MP4, or Matroska if MP4 does not support their sound. ``Options/naming`` may
/// override this by its extension.
public struct MediaBatch: Sendable {
  /// Photos, movies, folders (their photos and movies) and patterns such as `shoot/**/*.jpg`, whose `**` stands for any
  /// folders. Below ``output`` the tree of a folder or pattern is mirrored.
  public var inputs: [FilePath]
  /// Photos and movies that are named one by one, without patterns; only their names count, unless there is a ``base``.
  public var files: [FilePath] = []
  /// Files that are named one by one mirror the tree below this folder.
  public var base: FilePath?
  /// The folder for results and the journal, `.mattetool-*.journal`; created if it does not exist.
  public var output: FilePath
  /// How the files are worked through.
  public var options = Options()
  /// The folder of the run's browsable page, whose pictures are not inputs; nil for none.
  package var sheet: FilePath?
  /// Limits the run to files whose outputs are among these; nil for all.
  package var selection: Set<FilePath>?

  /// - Parameters:
  ///   - inputs: photos, movies, folders and patterns: ``inputs``.
  ///   - output: the folder for results: ``output``.
  public init(inputs: [FilePath], output: FilePath) {
    self.inputs = inputs
    self.output = output
  }

  /// What a run would do, without doing it. Nothing is written, and no network is loaded.
  ///
  /// - Throws: ``BatchError`` if two inputs have the same output, or an output exists already, would replace an input,
  ///   or has an extension that is not a movie's.
  public func plan(for processor: EffectProcessor) throws(BatchError) -> BatchPlan {
    try plan(for: processor, JournalRecords(in: output))
  }

  private func plan(for processor: EffectProcessor, _ records: JournalRecords) throws(BatchError) -> BatchPlan {
    try plan(collectInputs(records), records, for: processor)
  }

  /// Processes the files, and returns when all are finished. If the task is cancelled, photos in progress are finished,
  /// and a movie in progress and the other files are left: the summary counts them, and a later run can resume.
  ///
  /// - Parameters:
  ///   - processor: makes the results. Its networks are loaded before the first photo.
  ///   - report: called for each finished file, by one thread at a time.
  ///   - frameReport: called after each frame of a movie.
  /// - Throws: ``BatchError``, before any work starts: that of ``plan(for:)``, ``BatchError/busy(journal:)``,
  ///   ``BatchError/memoryTooSmall(required:)`` or ``BatchError/cannotStart(_:)``. Errors of single files are in their
  ///   reports.
  public func run(
    _ processor: EffectProcessor, reporting report: @escaping @Sendable (FileReport) -> Void = { _ in },
    reportingFrames frameReport: @escaping @Sendable (FilePath, MovieProgress) -> Void = { _, _ in }
  ) async throws(BatchError) -> BatchSummary {
    let interruption = Interruption()
    do {
      return try await withTaskCancellationHandler {
        try await BlockingThread.run {
          let records = JournalRecords(in: output)
          return try run(
            plan(for: processor, records), processor, records: records, interruption: interruption,
            reporting: BatchRunner.Listeners(file: report, frame: frameReport))
        }
      } onCancel: {
        interruption.request()
      }
    } catch {
      throw (error as? BatchError) ?? .cannotStart(ProcessingError(error))
    }
  }

  /// The photos and movies of ``inputs`` and ``files``.
  ///
  /// - Parameter records: the places that earlier runs wrote to in the output folder.
  package func collectInputs(_ records: JournalRecords) -> InputCollection {
    var collection = InputCollection(isRecursive: options.isRecursive, base: base)
    if let status = try? output.stat() {
      // Results in a folder of inputs are not inputs; if both are one folder the journal identifies its own.
      if !inputs.contains(where: { $0.identity == status.identity }) {
        collection.leftOut = [status.identity]
      }
      collection.results = Set(records.allPlaces.compactMap { output.appending($0).identity })
    }
    // The pictures of an earlier run, which show photos before the edit.
    if let sheet, (try? sheet.appending("index.html").stat()) != nil,
      let pictures = try? sheet.appending("pictures").stat()
    {
      collection.leftOut.insert(pictures.identity)
    }
    for path in inputs { collection.add(argument: path) }
    for path in files { collection.add(file: path) }
    return collection
  }

  package func plan(
    _ collection: InputCollection, _ records: JournalRecords, for processor: any MediaProcessor,
    reporting warn: (String) -> Void = { _ in }
  ) throws(BatchError) -> BatchPlan {
    var terms = planTerms(for: processor, recordedPlaces: records.places(of: processor.recipe))
    terms.selection = selection
    return try BatchPlan(collection, terms, reporting: warn)
  }

  /// - Parameter recordedPlaces: the outputs that earlier runs of the recipe made or claimed, relative to the folder.
  package func planTerms(for processor: any MediaProcessor, recordedPlaces: Set<FilePath>) -> BatchPlan.Terms {
    var terms = BatchPlan.Terms(
      folder: output, effect: processor.name, naming: options.naming, format: options.format,
      containers: processor.containers, existing: options.existing, shard: options.shard)
    (terms.recordedPlaces, terms.resumes) = (recordedPlaces, options.resumes)
    (terms.product, terms.companions, terms.readFiles) = (
      processor.product, processor.companions, processor.readFiles
    )
    return terms
  }

  /// Executes a plan, and returns when it is done. To be called on a thread that may block.
  package func run(
    _ plan: BatchPlan, _ processor: any MediaProcessor, records: JournalRecords,
    interruption: Interruption, reporting listeners: BatchRunner.Listeners
  ) throws -> BatchSummary {
    var summary = BatchSummary(of: plan)
    func reportFailures() {
      for line in plan.failures {
        summary.add(line)
        listeners.file(line)
      }
    }
    if plan.photosToMake + plan.moviesToMake > 0 {
      // Each movie loads networks of its own.
      let runner = try runner(
        processor, records: records, forPhotos: plan.photosToMake > 0, interruption: interruption, reporting: listeners)
      reportFailures()
      summary = try runner.run(plan, counting: summary)
    } else {
      reportFailures()
      for file in plan {
        let line = FileReport(on: file, status: .skipped)
        summary.add(line)
        listeners.file(line)
      }
    }
    summary.shard = options.shard?.description
    return summary
  }

  /// Opens the journal, and loads the networks that photos need.
  ///
  /// - Parameter remembersResults: whether an input may come again.
  package func runner(
    _ processor: any MediaProcessor, records: JournalRecords, forPhotos: Bool = true, remembersResults: Bool = false,
    interruption: Interruption, reporting listeners: BatchRunner.Listeners
  ) throws -> BatchRunner {
    let recipe = processor.recipe
    try Folder.make(output)
    let journal = try Journal(
      in: output, recipe: recipe, shard: options.shard, known: records.places(of: recipe), remembers: remembersResults)
    if forPhotos { try processor.prepare() }
    let terms = BatchRunner.Terms(
      folder: output, recipe: recipe, jobs: options.jobs ?? ProcessorCount.available,
      maximumErrors: options.maximumFailures, resumes: options.resumes, maximumSeconds: options.maximumSeconds,
      remembersResults: remembersResults)
    return BatchRunner(
      terms, photos: processor, movies: processor.movieProcessor,
      budget: try MemoryBudget(processLimit: options.memory, networks: forPhotos ? processor.networkMemory : 0),
      journal: journal, records: records, interruption: interruption, reporting: listeners)
  }
}
