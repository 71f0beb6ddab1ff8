import ArgumentParser
import Batch
import MatteKit
import SystemPackage

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Apply an effect to the photos and movies that arrive in a folder, until interrupted.",
    discussion: """
      Files that exist at the start are processed too. A file is read when it has not changed for --settle seconds, so \
      that no half-copied file is processed; a file that changes later is processed again. The tree below the folder \
      is mirrored. inotify reports changes; on network file systems, where it misses changes by other machines, and \
      with --poll, the folder is read twice a second. The first line of output says which is used.

      Movies are recognised and written as by `batch`. Files that arrive while a movie is in progress wait for it.

      The journal of `batch` is kept beside the outputs: files that an earlier run processed are not processed again. \
      Outputs of other programs are kept. A folder that cannot be read is reported and tried again; it has failed if it still \
      cannot be read at the end.

      SIGTERM or Ctrl-C finishes the photos in progress and ends the command with exit code 0, or 1 if files failed. A \
      movie in progress is left to the next run.

      Example: mattetool watch incoming/ blur-background -o done/
      """)

  @Argument(help: "The folder to watch.", completion: .directory) var dir: String
  @Argument(help: "The effect, as for apply-effect.", completion: .effect) var effect: String
  @Flag(name: [.customShort("r"), .long], help: "Include subfolders.") var recursive = false
  @Option(help: ArgumentHelp("Seconds for which a file must be unchanged before it is read.", valueName: "seconds"))
  var settle = 2.0
  @Flag(help: "Read the folder twice a second instead of using inotify.") var poll = false
  @OptionGroup var options: BatchOptions

  func validate() throws {
    if let place = [dir, options.outputDir].first(where: FilePlace.isRemote) {
      throw ValidationError(
        "\(place): watch works on folders; `mattetool batch` takes object storage, and can be run again and again")
    }
    guard settle.isFinite, settle >= 0 else {
      throw RefusedValue.error("--settle", takes: "a number of seconds from 0", not: settle)
    }
  }

  func run() async throws {
    try await Failure.reporting {
      let source = CommandLinePath.path(dir)
      guard let status = try? source.stat(), status.isFolder else {
        let exists = (try? source.stat()) != nil
        throw PhotoFileError.unreadable(file: dir, reason: exists ? "it is not a folder" : "there is no such folder")
      }
      if options.folder.identity == status.identity {
        throw ValidationError("the folder to watch cannot be the folder to write to")
      }
      var batch = try options.batch()
      batch.options.existing = .skip
      batch.options.resumes = true
      let session = try BatchSession(batch, try options.processor(effect: effect), report: options.report)
      let summary = try await BlockingThread.run { try watch(source, with: session) }
      ProcessEnd.now(summary.stopped != nil ? Failure.cannotCreate : summary.failed > 0 ? .failure : .success)
    }
  }

  private func watch(_ source: FilePath, with session: BatchSession) throws -> BatchSummary {
    let progress = BatchProgress(options.progress, total: nil)
    let signals = session.interruption.listen {
      progress.report("finishing the photos in progress; a movie in progress is left to the next run")
    }
    var watch = try FolderWatch(
      source, recursive: recursive, polling: poll, settling: settle, with: session, progress: progress)
    let summary = try watch.run()
    try withExtendedLifetime(signals) { try session.finish(summary, progress) }
    return summary
  }
}
