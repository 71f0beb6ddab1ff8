import ArgumentParser
import Batch
import Glibc
import MatteKit
import SystemPackage

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Apply an effect to the photos and movies that arrive in a folder, until interrupted.",
    discussion: """
      Files that exist at the start are processed too. One is read when it has not changed for --settle seconds, so \
      that one that is still being copied is not; one that changes later is processed again. The tree below the folder is \
      mirrored. Changes are told by inotify; on network file systems, where other machines' changes are not, and with \
      --poll, the folder is looked at twice a second. The first line says which.

      Movies are those of `batch`, and become the same kinds of files. What arrives while a movie is in work waits for it.

      The journal of `batch` is kept beside the outputs: files that an earlier run processed are not processed again. An \
      output that another program put there is kept.

      SIGTERM or Ctrl-C finishes the photos in work and ends the command with exit code 0, or 1 if files failed. A movie \
      in work is left; the next run makes it.

      Example: mattetool watch incoming/ -o done/ blur-background --report done.jsonl
      """)

  @Argument(help: "The folder to watch.", completion: .directory) var dir: String
  @Argument(help: "The effect, as for apply-effect.", completion: .effect) var effect: String
  @Flag(name: [.customShort("r"), .long], help: "Include subfolders.") var recursive = false
  @Option(help: ArgumentHelp("Seconds for which a file must be unchanged before it is read.", valueName: "seconds"))
  var settle = 2.0
  @Flag(help: "Look at the folder twice a second, and do not use inotify.") var poll = false
  @OptionGroup var options: BatchOptions

  func validate() throws {
    if let place = [dir, options.outputDir].first(where: FilePlace.isRemote) {
      throw ValidationError(
        "\(place): watch works on folders; `mattetool batch` takes object storage, also again and again")
    }
    guard settle.isFinite, settle >= 0 else { throw ValidationError("--settle takes a number of seconds from 0") }
  }

  func run() async throws {
    try await Failure.reporting {
      let source = CommandLinePath.path(dir)
      guard let status = try? source.stat(), status.isFolder else {
        throw PhotoFileError.unreadable(file: dir, reason: "it is not a folder")
      }
      if (try? options.folder.stat())?.identity == status.identity {
        throw ValidationError("the folder to watch cannot be the folder to write to")
      }
      var batch = try options.batch()
      batch.existing = .skip
      batch.resumes = true
      let session = try BatchSession(batch, try options.processor(effect: effect), report: options.report)
      let summary = try await OwnThread.run { try watch(source, with: session) }
      ProcessEnd.now(summary.stopped != nil ? Failure.cannotCreate : summary.failed > 0 ? .failure : .success)
    }
  }

  private func watch(_ source: FilePath, with session: BatchSession) throws -> BatchSummary {
    let folder = session.batch.output
    let records = JournalRecords(in: folder)
    let progress = BatchProgress(options.progress, total: nil)
    let signals = session.interruption.listen {
      progress.tell("finishing the photos in work; a movie in work is left to the next run")
    }
    let runner = try session.runner(records: records, progress: progress)
    let changes = FolderChanges(of: source, polls: poll)
    var method: FolderChanges.Method?
    var settling = SettledFiles(settling: settle)
    var own = records.places(of: session.processor.recipe)
    var inputs: [FilePath: FilePath] = [:]
    var unreadable: Set<UnreadableFolder> = []
    var told: Set<String> = []
    var total = BatchSummary()
    total.beginSearch(of: SearchedFolder(path: source.description, isRecursive: recursive))
    let start = ContinuousClock.now
    func refuse(_ file: PlannedFile, _ reason: String) {
      let report = FileReport(on: file, failure: reason)
      total.add(BatchSummary(of: [file]))
      total.add(report)
      session.tell(report, progress)
    }
    // The terms go at its end, so that places which are added do not make a copy of all.
    func planned(_ name: FilePath) -> PlannedFile? {
      let input = BatchInput(path: source.appending(name), relative: name)
      let terms = session.batch.planTerms(for: session.processor, ownPlaces: own)
      do throws(BatchError) {
        let plan = try BatchPlan([input], terms)
        for warning in plan.warnings where told.insert(warning).inserted { progress.tell("warning: \(warning)") }
        return plan.files.first
      } catch {
        if let unnamed = terms.file(of: input) { refuse(unnamed, "\(input.path): \(error)") }
        return nil
      }
    }
    while !session.interruption.isRequested, total.stopped == nil {
      let (there, faults) = files(in: source, watchedBy: changes)
      // Each is told once, and again after it could be read.
      for fault in faults.subtracting(unreadable) {
        let report = FileReport(on: fault, output: .path(folder.appending(fault.relative)))
        total.photos += 1
        total.add(report)
        session.tell(report, progress)
      }
      unreadable = faults
      if method != changes.method {
        method = changes.method
        progress.tell("watching \(source), \(Self.words(for: changes.method))")
      }
      let ready = settling.settled(of: there, now: seconds(since: start))
      var files: [PlannedFile] = []
      for name in ready {
        guard let file = planned(name) else { continue }
        if let clash = Self.clash(of: file, named: name, with: inputs, in: source) {
          refuse(file, "\(source.appending(name)): \(clash); give --name")
          continue
        }
        for (place, _) in file.places { inputs[place] = name }
        if file.action != .skip { own.insert(file.relativeOutput) }
        files.append(file)
      }
      if !files.isEmpty { total.add(try runner.run(files)) }
      if total.stopped == nil {
        changes.wait(isSettling: settling.isWaiting) { session.interruption.isRequested }
      }
    }
    total.setDuration(seconds: seconds(since: start))
    try withExtendedLifetime(signals) { try session.finish(total, progress) }
    return total
  }

  /// Where a file would be written over what another input of the run has, for people; nil where it would not.
  private static func clash(
    of file: PlannedFile, named name: FilePath, with inputs: [FilePath: FilePath], in source: FilePath
  ) -> String? {
    for (place, matte) in file.places {
      guard let other = inputs[place], other != name else { continue }
      let output = place.lastComponent.map { file.output.folder.appending($0) } ?? file.output
      return matte == nil
        ? "its output is that of \(source.appending(other)) already, \(output)"
        : "its mattes beside the output would be written to \(output), which belongs to \(source.appending(other))"
    }
    return nil
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  private static func words(for method: FolderChanges.Method) -> String {
    switch method {
    case .inotify: "by inotify"
    case .polling(let reason): "by looking twice a second: \(reason)"
    }
  }

  private func files(
    in source: FilePath, watchedBy changes: FolderChanges
  ) -> (files: [(name: FilePath, status: Stat)], unreadable: Set<UnreadableFolder>) {
    let leftOut = (try? options.folder.stat()).map { [$0.identity] } ?? []
    let scan = FolderScan(of: source, isRecursive: recursive, leftOut: Set(leftOut))
    while true {
      var (files, folders): ([(name: FilePath, status: Stat)], [FilePath]) = ([], [])
      var unreadable: Set<UnreadableFolder> = []
      for finding in scan {
        switch finding {
        case .file(let name): if let status = try? source.appending(name).stat() { files.append((name, status)) }
        case .folder(let name): folders.append(source.appending(name))
        case .unreadable(let folder): unreadable.insert(folder)
        case .other, .warning: break
        }
      }
      // What came into a new folder before it was watched is told by nobody.
      if !changes.watch(folders) { return (files, unreadable) }
    }
  }
}
