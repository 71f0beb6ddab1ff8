import ArgumentParser
import Batch
import MatteKit
import SystemPackage

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Apply an effect to many photos and movies in one resumable run.",
    discussion: """
      INPUT is a photo, a movie, a folder (its photos and movies; with -r also those of its subfolders), or a quoted \
      pattern such as 'shoot/**/*.jpg', where ** matches any number of folders. The tree of a folder or pattern is \
      mirrored below -o DIR. The output of a single named file keeps only the file's name, or mirrors the tree below \
      --base.

      The whole plan is checked before any work starts. If two inputs have the same output or matte, or an output exists \
      already or would replace an input or a picture that the effect reads, nothing is written, and the exit code is 73. \
      --dry-run shows the plan.

      `batch faces` writes a JSON document of each photo's faces, as `mattetool faces --json` does. `batch mattes` \
      writes gray mattes, such as portrait.hair.png, and portrait.json with their confidence. Both skip movies.

      Movies are files ending in .mp4, .m4v, .mov, .mkv, .webm, .avi, .mts, .m2ts, .ts, .mpg, .mpeg or .gif; if a \
      file's first bytes contradict its name, the bytes decide. A movie keeps its container if that is one of the \
      first five and supports its pictures and sound. Otherwise MP4 becomes QuickTime (.mov) for transparency and \
      uncompressed sound; QuickTime becomes MP4 for VP9, AV1, Opus and FLAC; WebM becomes Matroska (.mkv) for H.264 and \
      HEVC; AVI, MPEG and GIF become MP4, or Matroska for sound that MP4 does not support. A --name with an extension, \
      such as .mkv, decides for all movies. A GIF with one frame is a photo, as is the first frame of an animated one if \
      --format or --name asks for photos. One movie is processed at a time, along with photos.

      Outputs are written atomically. A journal beside them, DIR/.mattetool-*.journal, records which input bytes were \
      processed with which effect and options. After a crash, a kill or a power cut the same command with --resume \
      continues the run and ends with the same files. If a photo's output path has the intact result of another photo, \
      for instance from another folder with the same names, that result is kept, and the photo fails. Ctrl-C or \
      SIGTERM finishes the photos in progress, leaves a movie in progress to a run with --resume, and stops; a second \
      one stops at once.

      A file or folder that cannot be read, or a file whose output cannot be written, is reported, and the others are \
      processed. --retry-failed REPORT processes the failed ones again. A full disk ends the run at once.

      A --name with an extension, such as .png, decides for all photos; it must not contradict --format.

      --shard I/N processes the I-th of N parts of the list. The parts do not depend on the machine or the time, so \
      machines can share a list without communication; `mattetool report merge` joins their reports.

      --shard auto takes the part from the array job that runs the command: of Slurm, of AWS Batch, or of Kubernetes \
      (an Indexed Job, which does not state the number of its parts: use auto/64). Cluster/ in the sources has scripts \
      and manifests. Schedulers restart tasks that exit with a code other than 0. So with --shard auto the code is \
      also 0 for a part without files, and for a part with failed files if --report writes them to a file.

      INPUT may be s3://bucket/key, s3://bucket/prefix or https://host/path, and DIR s3://bucket/prefix. Credentials \
      come from the environment or ~/.aws, as for AWS's own tools. The list is read page by page. Results that the \
      same command made of the same photos are kept, even without --resume and a journal, because their metadata state \
      what they were made from. Documentation/ObjectStorage.md in the sources has the details.

      Exit codes: 0 all files have their outputs; 1 some failed; 2 no file was found; 64 wrong usage, or no array job \
      for --shard auto; 65 no folder that INPUT names can be read; 69 a network is missing; 73 the plan cannot be \
      executed; 75 object storage did not answer, resumable; 130 interrupted, resumable.

      Examples:
        mattetool batch blur-background -r shoot/ -o blurred/
        mattetool batch hide-faces clips/ -o hidden/ --size 1280x720 --report r.jsonl
        mattetool batch hair-color 'shoot/**/*.heic' -o blue/ --resume
        mattetool batch faces -r shoot/ -o faces/
        mattetool batch mattes -r shoot/ -o mattes/ --kinds hair --matte-size full
        mattetool batch hide-faces -r s3://photos/shoot -o s3://results/hidden
        find . -name '*.jpg' -print0 \\
            | mattetool batch whiten-teeth --files-from - -0 --base . -o white/
      """)

  @Argument(
    help: "The effect, as for apply-effect; or faces or mattes, for JSON documents and mattes of photos.",
    completion: .effect)
  var effect: String
  @Argument(help: "Photos, movies, folders or patterns.", completion: .file()) var input: [String] = []
  @Flag(name: [.customShort("r"), .long], help: "Include subfolders.") var recursive = false
  @Option(
    help: ArgumentHelp("Also process the files of a list, one per line; - for standard input.", valueName: "file|-"),
    completion: .file())
  var filesFrom: String?
  @Flag(
    name: [.customShort("0"), .customLong("null")], help: "The names in the list end with a zero byte, not a line feed."
  )
  var null = false
  @Option(
    help: ArgumentHelp("Mirror the tree below this folder for files that are named individually.", valueName: "dir"),
    completion: .directory)
  var base: String?
  @OptionGroup var options: BatchOptions
  @Option(
    help: ArgumentHelp(
      """
      What to do if an output exists: error (before any work starts), skip, overwrite, or newer (overwrite only if the \
      input is newer).
      """, valueName: "error|skip|overwrite|newer"))
  var existing = ExistingPolicy.error
  @Flag(help: "Resume an earlier run: keep its intact outputs and make the others.")
  var resume = false
  @Option(
    help: ArgumentHelp(
      """
      Process only the files that failed according to the report of an earlier run, and resume that run. --report may \
      name the same file; lines are then added to it.
      """, valueName: "report"),
    completion: .file())
  var retryFailed: String?
  @Option(help: ArgumentHelp("Start no further file after this many failures.", valueName: "n")) var maxErrors: Int?
  @Option(
    help: ArgumentHelp(
      """
      Process only the I-th of N parts of the list; auto takes the part from the array job that runs the command, and \
      /N states the number of parts if the scheduler does not.
      """, valueName: "i/n|auto|auto/n"))
  var shard: ShardArgument?
  @Option(
    help: "`batch mattes`: the mattes to make: hair, skin, teeth, portrait, separated by commas (default: all).")
  var kinds: MatteKindList?
  @Option(
    help: ArgumentHelp(
      "`batch mattes`: the size of the mattes, half the photo's or full (default: half).", valueName: "size"))
  var matteSize: MattesCommand.MatteSize?
  @Option(
    help: ArgumentHelp(
      """
      Write pages to browse to this folder, index.html first: photos before and after, mattes, faces and warnings, \
      with failed and suspicious results first. The pages show the original photos, even if the effect hides faces. \
      With --resume the rows of earlier runs are kept; parts of a list may share the folder.
      """, valueName: "dir"), completion: .directory)
  var sheet: String?
  @Flag(help: "Print the plan as lines of JSON (media, input, output, action, format) and exit.") var dryRun = false
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    if input.isEmpty, filesFrom == nil {
      throw ValidationError("give photos, movies, folders or patterns, or --files-from")
    }
    if input.contains("-") {
      throw ValidationError("batch takes no photo from standard input; a file of that name is given as ./-")
    }
    if filesFrom == "-", options.coding.faceSearch.facesFrom == "-" {
      throw ValidationError("--files-from and --faces-from cannot both use standard input")
    }
    try kinds?.checkRepetition("--kinds")
    if null, filesFrom == nil { throw ValidationError("-0 requires --files-from") }
    if let maxErrors, maxErrors < 1 {
      throw RefusedValue.error("--max-errors", takes: "a number from 1", not: maxErrors)
    }
  }

  func run() async throws {
    try await Failure.reporting {
      let list = try filesFrom.map { try FileList.read($0, separatedByZeros: null) } ?? []
      if isRemote(list) { return try await runRemote(list) }
      let batch = try self.batch(list)
      let processor = try self.processor()
      let records = JournalRecords(in: batch.output)
      let plan = try batch.plan(batch.collectInputs(records), records, for: processor) { Console.warning($0) }
      if plan.isEmpty, plan.unreadable.isEmpty { Console.warning("there is nothing to do: \(reasonOfEmptyPlan)") }
      if dryRun { return try show(plan) }
      try checkReport(of: plan, in: batch.output)
      let session = try BatchSession(
        batch, processor, report: options.report, continuing: continuesReport, sheet: sheet.map(CommandLinePath.path))
      let progress = BatchProgress(options.progress, total: BatchSummary(of: plan))
      let hasMovies = plan.movieCount > 0
      let signals = session.interruption.listen {
        let left = hasMovies ? "a movie in progress is left, and --resume makes it; " : ""
        progress.report("finishing the photos in progress; \(left)interrupt again to end at once")
      }
      let summary = try await session.run(plan, records: records, progress: progress)
      try withExtendedLifetime(signals) { try session.finish(summary, progress) }
      // A scheduler's codes are its own.
      let isUnreadable = plan.isOfUnreadableInputs && shard?.isOfScheduler != true
      ProcessEnd.now(isUnreadable ? Failure.badInput : exitCode(of: summary))
    }
  }

  /// Whether the report is that of the run whose failures are retried: its other lines would be lost.
  private var continuesReport: Bool {
    guard let report = options.report, let retryFailed, report != "-" else { return false }
    guard let identity = CommandLinePath.path(report).identity else { return false }
    return identity == CommandLinePath.path(retryFailed).identity
  }

  private var reasonOfEmptyPlan: String {
    if shard != nil { return "none of the files falls to this part" }
    return retryFailed.map { "no file that failed by \($0) is among the inputs" } ?? "no photo or movie was found"
  }

  /// Whether an argument does not name a file on a disk.
  private func isRemote(_ list: [FilePlace]) -> Bool {
    FilePlace.isRemote(options.outputDir) || input.contains(where: FilePlace.isRemote)
      || list.contains(where: \.isRemote)
  }

  private func runRemote(_ list: [FilePlace]) async throws {
    guard sheet == nil else {
      throw ValidationError("--sheet shows files of this machine's disks; s3:// and https:// have none")
    }
    let run = RemoteBatchRun(
      batch: try remoteBatch(list), processor: try processor(), options: options, continuesReport: continuesReport,
      reasonOfEmptyPlan: reasonOfEmptyPlan, exitCode: { exitCode(of: $0) })
    if dryRun { return try await run.showPlan() }
    ProcessEnd.now(try await run.run())
  }

  private func remoteBatch(_ list: [FilePlace]) throws -> RemoteBatch {
    var files = try batch(list)
    var batch = RemoteBatch(
      output: try FilePlace(options.outputDir, path: options.folder), remote: remote.files)
    if case .web = batch.output {
      throw ValidationError("\(options.outputDir): the web is only read; write to a folder, or to s3://bucket/prefix")
    }
    batch.arguments = try input.filter(FilePlace.isRemote).map { try FilePlace($0) } + list.filter(\.isRemote)
    files.inputs = input.filter { !FilePlace.isRemote($0) }.map(CommandLinePath.path)
    let collection = files.collectInputs(JournalRecords())
    let found = collection.all
    for warning in found.warnings { Console.warning(warning) }
    (batch.files, batch.unreadable, batch.folders) = (found.inputs, found.unreadable, collection.folders)
    batch.options = files.options
    if let retryFailed { batch.selection = Set(try failures(in: retryFailed).map(\.output)) }
    return batch
  }

  private func processor() throws -> any MediaProcessor {
    switch effect {
    case "faces": return try facesProcessor()
    case "mattes": return try mattesProcessor()
    default:
      guard kinds == nil, matteSize == nil else {
        throw ValidationError("--kinds and --matte-size are for `batch mattes`, not for effects")
      }
      return try options.processor(effect: effect)
    }
  }

  private func facesProcessor() throws -> AnalysisProcessor {
    let processing = try analysisOptions()
    guard kinds == nil, matteSize == nil else {
      throw ValidationError("--kinds and --matte-size are for mattes, not for faces")
    }
    return AnalysisProcessor(.faces, options: processing) { photo, faces, _ in
      try JSONLine.bytes(of: FacesCommand.Report(photo, faces: faces))
    }
  }

  private func mattesProcessor() throws -> AnalysisProcessor {
    let kinds = kinds ?? MatteKindList(kinds: MatteKind.generated)
    return AnalysisProcessor(
      .mattes(Set(kinds.kinds), isFullSize: matteSize == .full), options: try analysisOptions()
    ) { _, _, mattes in
      try JSONLine.bytes(of: MatteDocument(mattes))
    }
  }

  /// The options of faces and mattes, which take none of an effect's.
  private func analysisOptions() throws -> ProcessingOptions {
    guard options.effects.settings.isEmpty, options.effects.onlyFace.isEmpty else {
      throw ValidationError("--set and --only-face are for effects, not for \(effect)")
    }
    guard options.format == .same else { throw ValidationError("--format is for effects, not for \(effect)") }
    return try options.coding.processing()
  }

  private func exitCode(of summary: BatchSummary) -> ExitCode {
    guard shard?.isOfScheduler == true else { return summary.exitCode }
    return summary.exitCode(ofTaskWithReport: options.report.map { $0 != "-" } ?? false)
  }

  /// - Parameter list: the argument of `--files-from`.
  private func batch(_ list: [FilePlace]) throws -> MediaBatch {
    var batch = try options.batch()
    batch.inputs = input.map(CommandLinePath.path)
    batch.files = list.filter { !$0.isRemote }.map(\.name)
    batch.base = base.map(CommandLinePath.path)
    batch.options.isRecursive = recursive
    batch.options.existing = existing
    batch.options.resumes = resume || retryFailed != nil
    if let retryFailed { batch.selection = Set(try failures(in: retryFailed).map(\.outputPath)) }
    batch.sheet = sheet.map(CommandLinePath.path)
    batch.options.shard = try shard?.shard()
    batch.options.maximumFailures = maxErrors
    return batch
  }

  /// The files that a report marks as failed.
  private func failures(in report: String) throws -> [FileReport] {
    var merge = ReportMerge()
    try merge.add(report)
    var failed: [FileReport] = []
    _ = try merge.forEach { if $0.status == .failed { failed.append($0) } }
    return failed
  }

  /// - Throws: `ValidationError` if an output would have the report's place, and be lost.
  private func checkReport(of plan: BatchPlan, in folder: FilePath) throws {
    guard let report = options.report, report != "-", let name = CommandLinePath.path(report).lastComponent else {
      return
    }
    for file in plan {
      for (place, _) in file.places where place.lastComponent == name {
        try ReportFile.check(report, against: folder.appending(place))
      }
    }
  }

  private func show(_ plan: BatchPlan) throws {
    for folder in plan.unreadable { Console.error("error: \(folder)") }
    for file in plan {
      try Console.print(jsonLine: PlanLine(file))
    }
    if plan.isEmpty { throw ExitCode(2) }
  }
}

extension ExistingPolicy: ExpressibleByArgument {}
