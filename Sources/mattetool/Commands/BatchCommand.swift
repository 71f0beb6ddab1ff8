import ArgumentParser
import Batch
import SystemPackage

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Apply an effect to many photos in one run, which can be gone on with if it ends early.",
    discussion: """
      INPUT is a photo, a folder (its photos; with -r those of folders in it too), or a quoted pattern such as \
      'shoot/**/*.jpg', whose ** stands for any folders. Below -o DIR the tree of a folder or pattern is mirrored; a file that \
      is named by itself goes by its name alone, or mirrors the tree below --base.

      Before any work starts the whole plan is checked: two inputs that would become one output, an output that is there \
      already, or one that would take the place of an input, end the run with exit code 73, and nothing is written. \
      --dry-run shows the plan.

      Outputs appear whole or not at all. A journal beside them, DIR/.mattetool-*.journal, says what was done to which \
      bytes by which recipe: after a crash, a kill or a power cut the same command with --resume goes on where the run was, \
      and ends with the same files. Ctrl-C or SIGTERM lets the photos in work come to their end; a second one does not.

      A photo that cannot be read, or whose output cannot be written, is reported and stops no other.

      --shard I/N does the I-th of N parts of the list, the same part wherever and whenever it is run, so that machines can \
      share a list without talking; `mattetool report merge` joins their reports.

      Exit codes: 0 all photos have their outputs; 1 some failed; 2 there was nothing to do; 73 the plan cannot be carried \
      out; 130 interrupted, the journal is whole.

      Examples:
        mattetool batch blur-background -r shoot/ -o blurred/
        mattetool batch hair-color --set color=#2f6fb0 'shoot/**/*.heic' -o blue/ --report blue.jsonl --resume
        find . -name '*.jpg' -print0 | mattetool batch whiten-teeth --files-from - -0 --base . -o white/ --format heic
      """)

  @Argument(help: "The effect, as for apply-effect.", completion: .effect) var effect: String
  @Argument(help: "Photos, folders, patterns.", completion: .file()) var input: [String] = []
  @Flag(name: [.customShort("r"), .long], help: "Look into folders in folders too.") var recursive = false
  @Option(
    help: ArgumentHelp("Take further files from a list, one a line; - is standard input.", valueName: "file|-"),
    completion: .file())
  var filesFrom: String?
  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "The list has a zero byte after each name, not a line feed.")
  var null = false
  @Option(
    help: ArgumentHelp("Files that are named by themselves mirror the tree below this folder.", valueName: "dir"),
    completion: .directory)
  var base: String?
  @OptionGroup var options: BatchOptions
  @Option(
    help: ArgumentHelp(
      """
      What to do where an output is there already: error (before any work starts), skip, overwrite, or newer (overwrite \
      only if the input is newer).
      """, valueName: "error|skip|overwrite|newer"))
  var existing = ExistingPolicy.error
  @Flag(help: "Go on with an earlier run: results that are as it made them stay, and its other places are written to.")
  var resume = false
  @Option(help: ArgumentHelp("Begin no further photo after this many failures.", valueName: "n")) var maxErrors: Int?
  @Option(help: ArgumentHelp("Do only the I-th of N parts of the list.", valueName: "i/n")) var shard: Shard?
  @Flag(help: "Write the plan as lines of JSON (input, output, action, format), and do nothing.") var dryRun = false

  struct PlanLine: Encodable {
    let input: String
    let output: String
    let action: PlannedPhoto.Action
    let format: String
  }

  func validate() throws {
    if input.isEmpty, filesFrom == nil { throw ValidationError("give photos, folders or patterns, or --files-from") }
    if null, filesFrom == nil { throw ValidationError("-0 says how the list of --files-from is written") }
    if let maxErrors, maxErrors < 1 { throw ValidationError("--max-errors takes a number from 1") }
  }

  func run() throws {
    try Failure.reporting {
      let batch = try self.batch()
      let processor = try options.processor(effect: effect)
      let records = JournalRecords(in: batch.output)
      let collection = batch.collectInputs(records)
      for warning in collection.warnings { Console.warning(warning) }
      let plan = try batch.plan(collection, records, effect: effect, recipe: processor.recipe)
      if dryRun { return try show(plan) }
      let session = try BatchSession(batch, processor, report: options.report)
      let progress = BatchProgress(options.progress, total: plan.photos.count)
      let signals = session.interruption.listen {
        progress.tell("finishing the photos in work; interrupt again to end at once")
      }
      let summary = try session.run(plan, records: records, progress: progress)
      try withExtendedLifetime(signals) { try session.finish(summary, progress) }
      if summary.exitCode != .success { throw summary.exitCode }
    }
  }

  private func batch() throws -> PhotoBatch {
    var batch = try options.batch()
    batch.inputs = input.map(CommandLinePath.path)
    if let filesFrom { batch.files = try FileList.read(filesFrom, separatedByZeros: null) }
    batch.base = base.map(CommandLinePath.path)
    batch.isRecursive = recursive
    batch.existing = existing
    batch.resumes = resume
    batch.shard = shard
    batch.maximumFailures = maxErrors
    return batch
  }

  private func show(_ plan: BatchPlan) throws {
    for photo in plan.photos {
      try Console.print(
        jsonLine: PlanLine(
          input: photo.input.description, output: photo.output.description, action: photo.action,
          format: photo.format.rawValue))
    }
    if plan.photos.isEmpty { throw ExitCode(2) }
  }
}

extension ExistingPolicy: ExpressibleByArgument {}
extension Shard: ExpressibleByArgument {}
