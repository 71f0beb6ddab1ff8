import ArgumentParser
import FoundationEssentials
import Glibc
import MatteKit

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Apply an effect to the photos that come into a folder, until told to end.",
    discussion: """
      Photos that are there at the start count too. A photo is taken when it has not changed for --settle seconds, so that \
      one that is still being copied is not read; one that changes later is done again. The tree below the folder is \
      mirrored. Folders on network file systems can be watched: they are looked at twice a second, not listened to.

      The same journal as that of `batch` lies beside the outputs: what an earlier run did is not done again. An output that \
      somebody else put there is left alone.

      SIGTERM or Ctrl-C ends it, when the photos in work are done, with exit code 0, or 1 if photos failed.

      Example: mattetool watch incoming/ -o done/ blur-background --report done.jsonl
      """)

  @Argument(help: "The folder to watch.", completion: .directory) var dir: String
  @Argument(help: "The effect, as for apply-effect.", completion: .effect) var effect: String
  @Flag(name: [.customShort("r"), .long], help: "Watch folders in the folder too.") var recursive = false
  @Option(help: ArgumentHelp("Seconds for which a photo has to stay the same before it is read.", valueName: "seconds"))
  var settle = 2.0
  @OptionGroup var options: BatchOptions

  /// Seconds between two looks at the folder.
  private static let interval = 0.5

  func validate() throws {
    guard settle.isFinite, settle >= 0 else { throw ValidationError("--settle takes a number of seconds from 0") }
  }

  func run() throws {
    try Failure.reporting {
      let source = CommandLinePath.path(dir)
      guard let status = FileStatus(of: source), status.isFolder else {
        throw PhotoFileError.unreadable(file: dir, reason: "it is not a folder")
      }
      if FileStatus(of: options.folder)?.identity == status.identity {
        throw ValidationError("the folder that is watched cannot be the one that is written to")
      }
      let batch = try Batch(options, effect: effect)
      let summary = try watch(source, with: batch)
      if summary.failed > 0 { throw ExitCode.failure }
    }
  }

  private func watch(_ source: SystemPath, with batch: Batch) throws -> BatchSummary {
    let records = JournalRecords(in: options.folder)
    let progress = BatchProgress(options.progress, total: nil)
    let signals = batch.interruption.listen { progress.tell("ending when the photos in work are done") }
    let runner = try batch.runner(records: records, resumes: true, progress: progress)
    progress.tell("watching \(source)")
    var files = SettledFiles(settling: settle)
    var own = records.places(of: batch.recipe)
    var inputs: [SystemPath: SystemPath] = [:]
    var total = BatchSummary()
    let start = ContinuousClock.now
    while !batch.interruption.isRequested {
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      let ready = files.settled(of: photos(in: source), now: Double(seconds) + Double(attoseconds) * 1e-18)
      var photos: [PlannedPhoto] = []
      for name in ready {
        let input = PhotoInput(path: source.appending(name), relative: name)
        var terms = try options.planTerms(effect: effect)
        terms.existing = .skip
        terms.ownPlaces = own
        guard let photo = try BatchPlan([input], terms).photos.first else { continue }
        if let other = inputs[photo.output], other != name {
          var report = PhotoReport(
            input: input.path, output: options.folder.appending(photo.output), status: .failed)
          report.error = "\(input.path): its output is that of \(source.appending(other)) already; give --name"
          total.add(report)
          batch.tell(report, progress)
          continue
        }
        inputs[photo.output] = name
        if photo.action != .skip { own.insert(photo.output) }
        photos.append(photo)
      }
      if !photos.isEmpty { total.add(try runner.run(photos)) }
      usleep(useconds_t(Self.interval * 1e6))
    }
    total.photos = total.done + total.unchanged + total.skipped + total.failed
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    total.setSeconds(Double(seconds) + Double(attoseconds) * 1e-18)
    try withExtendedLifetime(signals) { try batch.finish(total, progress) }
    return total
  }

  private func photos(in source: SystemPath) -> [(name: SystemPath, status: FileStatus)] {
    let leftOut = FileStatus(of: options.folder).map { [$0.identity] } ?? []
    return FolderScan(isRecursive: recursive, leftOut: Set(leftOut)).photos(in: source).photos.compactMap { name in
      FileStatus(of: source.appending(name)).map { (name, $0) }
    }
  }
}
