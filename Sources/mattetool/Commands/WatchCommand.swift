import ArgumentParser
import Batch
import Glibc
import MatteKit
import SystemPackage

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Apply an effect to the photos that arrive in a folder, until interrupted.",
    discussion: """
      Photos that exist at the start are processed too. A photo is read when it has not changed for --settle seconds, so \
      that one that is still being copied is not; one that changes later is processed again. The tree below the folder is \
      mirrored. The folder is polled twice a second, so network file systems work.

      The journal of `batch` is kept beside the outputs: photos that an earlier run processed are not processed again. An \
      output that another program put there is kept.

      SIGTERM or Ctrl-C finishes the photos in work and ends the command with exit code 0, or 1 if photos failed.

      Example: mattetool watch incoming/ -o done/ blur-background --report done.jsonl
      """)

  @Argument(help: "The folder to watch.", completion: .directory) var dir: String
  @Argument(help: "The effect, as for apply-effect.", completion: .effect) var effect: String
  @Flag(name: [.customShort("r"), .long], help: "Include subfolders.") var recursive = false
  @Option(help: ArgumentHelp("Seconds for which a photo must be unchanged before it is read.", valueName: "seconds"))
  var settle = 2.0
  @OptionGroup var options: BatchOptions

  /// Seconds between two scans of the folder.
  private static let interval = 0.5

  func validate() throws {
    guard settle.isFinite, settle >= 0 else { throw ValidationError("--settle takes a number of seconds from 0") }
  }

  func run() throws {
    try Failure.reporting {
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
      let summary = try watch(source, with: session)
      if summary.failed > 0 { throw ExitCode.failure }
    }
  }

  private func watch(_ source: FilePath, with session: BatchSession) throws -> BatchSummary {
    let folder = session.batch.output
    let records = JournalRecords(in: folder)
    let progress = BatchProgress(options.progress, total: nil)
    let signals = session.interruption.listen { progress.tell("finishing the photos in work") }
    let runner = try session.runner(records: records, progress: progress)
    progress.tell("watching \(source)")
    var files = SettledFiles(settling: settle)
    var own = records.places(of: session.processor.recipe)
    var inputs: [FilePath: FilePath] = [:]
    var total = BatchSummary()
    let start = ContinuousClock.now
    while !session.interruption.isRequested {
      let ready = files.settled(of: photos(in: source), now: seconds(since: start))
      var photos: [PlannedPhoto] = []
      for name in ready {
        let input = PhotoInput(path: source.appending(name), relative: name)
        let terms = session.batch.planTerms(effect: effect, ownPlaces: own)
        guard let photo = try BatchPlan([input], terms).photos.first else { continue }
        if let other = inputs[photo.output], other != name {
          var report = PhotoReport(input: input.path, output: photo.output, status: .failed)
          report.error = "\(input.path): its output is that of \(source.appending(other)) already; give --name"
          total.add(report)
          session.tell(report, progress)
          continue
        }
        inputs[photo.output] = name
        if photo.action != .skip { own.insert(photo.relativeOutput) }
        photos.append(photo)
      }
      if !photos.isEmpty { total.add(try runner.run(photos)) }
      usleep(useconds_t(Self.interval * 1e6))
    }
    total.photos = total.done + total.unchanged + total.skipped + total.failed
    total.setDuration(seconds: seconds(since: start))
    try withExtendedLifetime(signals) { try session.finish(total, progress) }
    return total
  }

  private func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  private func photos(in source: FilePath) -> [(name: FilePath, status: Stat)] {
    let leftOut = (try? options.folder.stat()).map { [$0.identity] } ?? []
    return FolderScan(isRecursive: recursive, leftOut: Set(leftOut)).photos(in: source).photos.compactMap { name in
      (try? source.appending(name).stat()).map { (name, $0) }
    }
  }
}
