import Batch
import MatteKit
import SystemPackage

/// Processes the photos and movies that are in a folder and that arrive there. For one thread.
struct FolderWatch {
  private let source: FilePath
  private let isRecursive: Bool
  private let session: BatchSession
  private let progress: BatchProgress
  private let runner: BatchRunner
  private let changes: FolderChanges
  /// The method of ``changes`` that was reported last.
  private var method: FolderChanges.Method?
  private var settling: SettledFiles
  /// The places of results that this run and earlier ones of its recipe made.
  private var ownPlaces: Set<FilePath>
  /// Which file of the folder each place belongs to.
  private var inputs: [FilePath: FilePath] = [:]
  private var unreadable: Set<UnreadableFolder> = []
  /// The warnings that were reported.
  private var warnings: Set<String> = []
  private var summary = BatchSummary()
  private let start = ContinuousClock.now

  /// Opens the journal and loads the networks.
  ///
  /// - Parameters:
  ///   - source: the folder.
  ///   - polls: whether the folder is scanned at intervals instead of being watched by inotify.
  ///   - seconds: the time in which a file must not change before it is read.
  init(
    _ source: FilePath, recursive isRecursive: Bool, polling polls: Bool, settling seconds: Double,
    with session: BatchSession, progress: BatchProgress
  ) throws {
    self.source = source
    self.isRecursive = isRecursive
    self.session = session
    self.progress = progress
    let records = JournalRecords(in: session.batch.output)
    runner = try session.runner(records: records, progress: progress)
    changes = FolderChanges(of: source, polls: polls)
    settling = SettledFiles(settling: seconds)
    ownPlaces = records.places(of: session.processor.recipe)
    summary.beginSearch(of: SearchedFolder(path: source.shown, isRecursive: isRecursive))
  }

  /// Processes files until the session is interrupted or cannot go on.
  mutating func run() throws -> BatchSummary {
    while !session.interruption.isRequested, summary.stopped == nil {
      let (there, faults) = scan()
      report(faults)
      reportMethod()
      let ready = settling.settled(of: there, now: (ContinuousClock.now - start) / .seconds(1))
      let files = ready.compactMap { plan($0) }
      if !files.isEmpty { summary.add(try runner.run(files)) }
      if summary.stopped == nil {
        changes.wait(isSettling: settling.isWaiting) { session.interruption.isRequested }
      }
    }
    reportUnreadable()
    summary.setDuration(seconds: (ContinuousClock.now - start) / .seconds(1))
    return summary
  }

  /// The files in the folder now, and the folders that cannot be read.
  private func scan() -> (files: [(name: FilePath, status: Stat)], unreadable: Set<UnreadableFolder>) {
    let leftOut = [session.batch.output.identity].compactMap(\.self)
    let scan = FolderScan(of: source, isRecursive: isRecursive, leftOut: Set(leftOut))
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
      // Files that came into a new folder before it was watched cause no event, so the folder is scanned again.
      if !changes.watch(folders) { return (files, unreadable) }
    }
  }

  /// Warns once of each folder that cannot be read, and reports when it can be read again.
  private mutating func report(_ faults: Set<UnreadableFolder>) {
    for fault in Self.sorted(faults.subtracting(unreadable)) { progress.report("warning: \(fault); it is tried again") }
    let paths = Set(faults.map(\.path))
    for fault in Self.sorted(unreadable) where !paths.contains(fault.path) {
      progress.report("\(fault.path.shown): the folder can be read again, or is gone")
    }
    unreadable = faults
  }

  /// Reports the folders that still cannot be read at the end: they have failed.
  private mutating func reportUnreadable() {
    for fault in Self.sorted(unreadable) {
      let report = FileReport(on: fault, output: .path(session.batch.output.appending(fault.relative)))
      summary.photos += 1
      summary.add(report)
      session.report(report, progress)
    }
  }

  private static func sorted(_ folders: Set<UnreadableFolder>) -> [UnreadableFolder] {
    folders.sorted { $0.path.string < $1.path.string }
  }

  private mutating func reportMethod() {
    guard method != changes.method else { return }
    method = changes.method
    switch changes.method {
    case .inotify: progress.report("watching \(source.shown), by inotify")
    case .polling(let reason): progress.report("watching \(source.shown), by polling twice a second: \(reason)")
    }
  }

  /// The plan for a file of the folder; nil if nothing is to be done, or the file is reported as failed.
  private mutating func plan(_ name: FilePath) -> PlannedFile? {
    guard let file = unchecked(name) else { return nil }
    if let clash = clash(of: file, named: name) {
      refuse(file, "\(source.appending(name).shown): \(clash); give --name")
      return nil
    }
    for (place, _) in file.places { inputs[place] = name }
    if file.action != .skip { ownPlaces.insert(file.relativeOutput) }
    return file
  }

  /// The plan for a file, without regard to other files of the folder. It is a method of its own so that the terms are
  /// released before places are added: the list of places would be copied otherwise.
  private mutating func unchecked(_ name: FilePath) -> PlannedFile? {
    let input = BatchInput(path: source.appending(name), relative: name)
    let terms = session.batch.planTerms(for: session.processor, recordedPlaces: ownPlaces)
    do throws(BatchError) {
      let plan = try BatchPlan([input], terms)
      for warning in plan.warnings where warnings.insert(warning).inserted { progress.report("warning: \(warning)") }
      return plan.files.first
    } catch {
      if let unplanned = terms.file(of: input) {
        refuse(unplanned, "\(input.path.shown): \(OptionAdvice.descriptionInBatch(error))")
      }
      return nil
    }
  }

  private mutating func refuse(_ file: PlannedFile, _ reason: String) {
    let report = FileReport(on: file, status: .failed, error: reason)
    summary.add(BatchSummary(of: [file]))
    summary.add(report)
    session.report(report, progress)
  }

  /// A message if a file's output would overwrite that of another input of this run; nil if not.
  private func clash(of file: PlannedFile, named name: FilePath) -> String? {
    for (place, matte) in file.places {
      guard let other = inputs[place], other != name else { continue }
      let output = place.lastComponent.map { file.output.folder.appending($0) } ?? file.output
      return matte == nil
        ? "its output is that of \(source.appending(other).shown) already, \(output.shown)"
        : "its mattes beside the output would be written to \(output.shown), which belongs to \(source.appending(other).shown)"
    }
    return nil
  }
}
