import Dispatch
import MatteKit
import SystemPackage

/// Many photos, the folder that their results go to, and how they are processed: several at once, within a limit of memory,
/// with a journal by which a run that ends early can be resumed.
///
/// ```swift
/// var batch = PhotoBatch(inputs: ["shoot"], output: "blurred")
/// batch.resumes = true
/// let summary = try await batch.run(processor) { photo in
///   if let error = photo.error { print(error) }
/// }
/// ```
///
/// Outputs appear whole or not at all. A photo that cannot be read, or whose output cannot be written, is reported and
/// stops no other.
public struct PhotoBatch: Sendable {
  /// Photos, folders (their photos) and patterns such as `shoot/**/*.jpg`, whose `**` stands for any folders. Below
  /// ``output`` the tree of a folder or pattern is mirrored.
  public var inputs: [FilePath]
  /// Photos that are named one by one, none of which is taken for a pattern; only their names count, unless there is a
  /// ``base``.
  public var files: [FilePath] = []
  /// Files that are named one by one mirror the tree below this folder.
  public var base: FilePath?
  /// Whether folders in folders are looked into.
  public var isRecursive = false
  /// The folder for results and the journal, `.mattetool-*.journal`; made if it does not exist.
  public var output: FilePath
  /// How outputs are named: by default as their inputs, with the extension of the format.
  public var naming = OutputNaming.standard
  /// The file format of outputs: by default that of each input.
  public var format = OutputFormat.same
  /// What happens where an output exists already.
  public var existing = ExistingPolicy.error
  /// Whether an earlier run of the same effects is resumed: results that are as it made them stay, and its other places are
  /// written to.
  public var resumes = false
  /// The part of the list to process; nil for all of it.
  public var shard: Shard?
  /// How many photos are processed at once; nil for one a processor: each photo also has parts that run on several.
  public var jobs: Int?
  /// The memory in bytes that the process may take: photos wait until there is room for them. Nil for three quarters of
  /// what is free.
  public var memory: Int?
  /// The number of failures after which no further photo is begun; nil for no limit.
  public var maximumFailures: Int?

  /// - Parameters:
  ///   - inputs: photos, folders and patterns: ``inputs``.
  ///   - output: the folder for results: ``output``.
  public init(inputs: [FilePath], output: FilePath) {
    self.inputs = inputs
    self.output = output
  }

  /// What a run would do, without doing it. Nothing is written, and no network is loaded.
  ///
  /// - Throws: ``BatchError`` if two inputs would be one output, or an output exists already or would replace an input.
  public func plan(for processor: EffectProcessor) throws(BatchError) -> BatchPlan {
    try plan(for: processor, JournalRecords(in: output))
  }

  private func plan(for processor: EffectProcessor, _ records: JournalRecords) throws(BatchError) -> BatchPlan {
    let collection = collectInputs(records)
    var plan = try plan(collection, records, effect: processor.name, recipe: processor.recipe)
    plan.warnings = collection.warnings
    return plan
  }

  /// Processes the photos, and returns when all are finished. Where the task is cancelled, those in work are finished and
  /// the others left: the summary counts them, and a later run can resume.
  ///
  /// - Parameters:
  ///   - processor: what makes the results. Its networks are loaded before the first photo.
  ///   - report: is told of each photo as it is finished, by one thread at a time.
  /// - Throws: before any work starts, what ``plan(for:)`` and ``EffectProcessor/prepare()`` throw,
  ///   ``BatchError/busy(journal:)``, ``BatchError/memoryTooSmall(required:)``, and `PhotoFileError` if the folder or the
  ///   journal cannot be written. What goes wrong with one photo is in its report.
  public func run(
    _ processor: EffectProcessor, reporting report: @escaping @Sendable (PhotoReport) -> Void = { _ in }
  ) async throws -> BatchSummary {
    let interruption = Interruption()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The work blocks, so it has a thread of its own and none of the concurrency pool's.
        DispatchQueue(label: "batch").async {
          continuation.resume(
            with: Result {
              let records = JournalRecords(in: output)
              return try run(
                plan(for: processor, records), processor, records: records, interruption: interruption,
                reporting: report)
            })
        }
      }
    } onCancel: {
      interruption.request()
    }
  }

  /// Finds the photos of ``inputs`` and ``files``.
  package func collectInputs(_ records: JournalRecords) -> InputCollection {
    var collection = InputCollection(isRecursive: isRecursive, base: base)
    if let status = try? output.stat() {
      // Results in a folder of inputs are no inputs; where both are one folder the journal knows its own.
      if !inputs.contains(where: { (try? $0.stat())?.identity == status.identity }) {
        collection.leftOut = [status.identity]
      }
      collection.results = Set(records.allPlaces.compactMap { (try? output.appending($0).stat())?.identity })
    }
    for path in inputs { collection.add(argument: path) }
    for path in files { collection.add(file: path) }
    return collection
  }

  /// - Parameter recipe: is asked for only where the run resumes an earlier one.
  package func plan(
    _ collection: InputCollection, _ records: JournalRecords, effect: String, recipe: @autoclosure () -> String
  ) throws(BatchError) -> BatchPlan {
    try BatchPlan(collection.inputs, planTerms(effect: effect, ownPlaces: resumes ? records.places(of: recipe()) : nil))
  }

  package func planTerms(effect: String, ownPlaces: Set<FilePath>?) -> BatchPlan.Terms {
    BatchPlan.Terms(
      folder: output, effect: effect, naming: naming, format: format, existing: existing, shard: shard,
      ownPlaces: ownPlaces)
  }

  /// Carries out a plan, and returns when it is done.
  package func run(
    _ plan: BatchPlan, _ processor: EffectProcessor, records: JournalRecords,
    interruption: Interruption, reporting report: @escaping @Sendable (PhotoReport) -> Void
  ) throws -> BatchSummary {
    var summary = BatchSummary()
    if plan.photos.contains(where: { $0.action != .skip }) {
      let runner = try runner(processor, records: records, interruption: interruption, reporting: report)
      summary = try runner.run(plan.photos)
    } else {
      // Nothing to load networks for.
      for photo in plan.photos {
        let line = PhotoReport(input: photo.input, output: photo.output, status: .skipped)
        summary.add(line)
        report(line)
      }
      summary.photos = plan.photos.count
    }
    summary.shard = shard?.description
    return summary
  }

  /// Takes the journal and loads the networks.
  package func runner(
    _ processor: EffectProcessor, records: JournalRecords, interruption: Interruption,
    reporting report: @escaping @Sendable (PhotoReport) -> Void
  ) throws -> BatchRunner {
    let recipe = processor.recipe
    try Folder.make(output)
    let journal = try Journal(in: output, recipe: recipe, shard: shard, known: records.places(of: recipe))
    try processor.prepare()
    let terms = BatchRunner.Terms(
      folder: output, recipe: recipe, jobs: jobs ?? ProcessorCount.available, maximumErrors: maximumFailures,
      resumes: resumes)
    return BatchRunner(
      terms, processor: processor, budget: try MemoryBudget(processLimit: memory), journal: journal, records: records,
      interruption: interruption, telling: report)
  }
}
