import ArgumentParser
import FoundationEssentials
import MatteKit

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
      let records = JournalRecords(in: options.folder)
      if dryRun {
        _ = try options.effects.preset(effect)
        return try show(try plan(records))
      }
      let plan = try plan(records)
      let batch = try Batch(options, effect: effect)
      let summary = try run(plan, with: batch, records)
      if summary.exitCode != .success { throw summary.exitCode }
    }
  }

  private func run(_ plan: BatchPlan, with batch: Batch, _ records: JournalRecords) throws -> BatchSummary {
    let progress = BatchProgress(options.progress, total: plan.photos.count)
    let signals = batch.interruption.listen {
      progress.tell("ending when the photos in work are done; once more to end at once")
    }
    var summary = BatchSummary()
    if plan.photos.contains(where: { $0.action != .skip }) {
      let runner = try batch.runner(
        records: records, shard: shard, resumes: resume, maximumErrors: maxErrors, progress: progress)
      summary = try runner.run(plan.photos)
    } else {
      // Nothing to load networks for.
      for photo in plan.photos {
        let line = PhotoReport(
          input: photo.input.path, output: plan.folder.appending(photo.output), status: .skipped)
        summary.add(line)
        batch.tell(line, progress)
      }
      summary.photos = plan.photos.count
    }
    summary.shard = shard?.description
    try withExtendedLifetime(signals) { try batch.finish(summary, progress) }
    return summary
  }

  private func plan(_ records: JournalRecords) throws -> BatchPlan {
    var collection = InputCollection(isRecursive: recursive, base: base.map(CommandLinePath.path))
    let folder = options.folder
    let inputs = input.map(CommandLinePath.path)
    if let status = FileStatus(of: folder) {
      // Results in a folder of inputs are no inputs; where both are one folder the journal knows its own.
      if !inputs.contains(where: { FileStatus(of: $0)?.identity == status.identity }) {
        collection.leftOut = [status.identity]
      }
      collection.results = Set(records.allPlaces.compactMap { FileStatus(of: folder.appending($0))?.identity })
    }
    for path in inputs { collection.add(argument: path) }
    if let filesFrom {
      for path in try FileList.read(filesFrom, separatedByZeros: null) { collection.add(file: path) }
    }
    for warning in collection.warnings { Console.warning(warning) }
    var terms = try options.planTerms(effect: effect)
    terms.existing = existing
    terms.shard = shard
    terms.ownPlaces = resume ? records.places(of: options.recipe(effect: effect)) : nil
    return try BatchPlan(collection.inputs, terms)
  }

  private func show(_ plan: BatchPlan) throws {
    for photo in plan.photos {
      try Console.print(
        jsonLine: PlanLine(
          input: photo.input.path.description, output: plan.folder.appending(photo.output).description,
          action: photo.action, format: photo.format.rawValue))
    }
    if plan.photos.isEmpty { throw ExitCode(2) }
  }
}
