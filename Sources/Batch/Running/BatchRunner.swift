import CAllocator
import Dispatch
import MatteKit
import Synchronization
import SystemPackage

/// Processes photos and movies concurrently: while one is decoded another is in the networks, and a third is coded or
/// waits for the disk. A failure of one is reported and stops none of the others. May be shared by threads.
///
/// One movie is processed at a time, beside photos: its stages run on all processors.
package final class BatchRunner: Sendable {
  struct Terms: Sendable {
    /// The folder of the outputs.
    var folder: FilePath
    /// The digest of everything that results depend on besides their inputs.
    var recipe: String
    var jobs: Int
    /// The number of failures after which no further file is started; nil for no limit.
    var maximumErrors: Int?
    /// Whether unchanged results that the journals record are kept.
    var resumes: Bool
    /// The time limit for making one photo's result, in seconds; nil for none.
    var maximumSeconds: Double?
    /// Whether results and places of this run are remembered: for inputs that may recur.
    var remembersResults = false
  }

  /// The receiver of the run's progress.
  package struct Listeners: Sendable {
    /// How reports word an error: a program may add what its users can do.
    var describe: @Sendable (any Error) -> String
    /// Called for each finished file, by one thread at a time.
    var file: @Sendable (FileReport) -> Void
    /// Called after each frame of a movie.
    var frame: @Sendable (FilePath, MovieProgress) -> Void

    package init(
      describe: @escaping @Sendable (any Error) -> String = { "\($0)" },
      file: @escaping @Sendable (FileReport) -> Void,
      frame: @escaping @Sendable (FilePath, MovieProgress) -> Void = { _, _ in }
    ) {
      self.describe = describe
      self.file = file
      self.frame = frame
    }
  }

  private struct State<Files: IteratorProtocol<PlannedFile> & Sendable> {
    var waiting: WaitingFiles<Files>
    var isMovieInWork = false
    var summary: BatchSummary
  }

  private let terms: Terms
  private let photos: PhotoWork
  private let movies: MovieWork
  private let ledger: RunLedger
  private let interruption: Interruption
  private let listeners: Listeners

  init(
    _ terms: Terms, photos: any PhotoProcessor, movies: any MovieFileProcessor, budget: MemoryBudget, journal: Journal,
    records: JournalRecords, interruption: Interruption, reporting listeners: Listeners
  ) {
    self.terms = terms
    let ledger = RunLedger(terms, journal: journal, records: records)
    self.photos = PhotoWork(
      processor: photos, budget: budget, results: ResultWriter(folder: terms.folder, ledger: ledger),
      timeLimit: terms.maximumSeconds.map(TimeLimit.init), describe: listeners.describe)
    self.movies = MovieWork(
      processor: movies, budget: budget, ledger: ledger, interruption: interruption, reportProgress: listeners.frame,
      describe: listeners.describe)
    self.ledger = ledger
    self.interruption = interruption
    self.listeners = listeners
  }

  /// Processes files: as ``run(_:counting:)``.
  package func run(_ files: [PlannedFile]) throws(PhotoFileError) -> BatchSummary {
    try run(files, counting: BatchSummary(of: files))
  }

  /// Processes files in their order, and returns when all are finished, or those that were started. A movie that
  /// follows while another one is in progress lets photos pass. To be called on a thread that may block.
  ///
  /// - Parameters:
  ///   - files: are enumerated on demand.
  ///   - total: counts them.
  /// - Throws: `unwritable` if the journal cannot be written; nothing was started in that case.
  func run<Files: Sequence<PlannedFile>>(
    _ files: Files, counting total: BatchSummary
  ) throws(PhotoFileError) -> BatchSummary where Files.Iterator: Sendable {
    let start = ContinuousClock.now
    let started = SystemTime.now
    var waiting = WaitingFiles(files.makeIterator())
    try waiting.claimMore(ledger)
    let state = Mutex(State(waiting: waiting, summary: total))
    let group = DispatchGroup()
    for worker in 0..<max(1, min(terms.jobs, total.photos + total.movies)) {
      // Each has a queue of its own, because its work blocks.
      DispatchQueue(label: "file \(worker)").async(group: group) { [self] in
        while let file = next(state) {
          let report = Result { () throws(FullDisk) in try self.report(on: file) }
          state.withLock { state in
            if file.format.isMovie { state.isMovieInWork = false }
            switch report {
            case .success(let report?):
              state.summary.add(report)
              listeners.file(report)
            case .success(nil): break
            // The first one reports it for all.
            case .failure(let full): state.summary.stopped = state.summary.stopped ?? listeners.describe(full)
            }
          }
        }
      }
    }
    group.wait()
    ledger.synchronize()
    var summary = state.withLock { $0.summary }
    summary.notStarted = summary.remaining
    summary.isInterrupted = interruption.isRequested && summary.notStarted > 0
    summary.started = started
    summary.setDuration(seconds: (ContinuousClock.now - start) / .seconds(1))
    return summary
  }

  /// The next file to work on. If only movies are left while one is in progress there is none: the worker of that one
  /// takes the others.
  private func next<Files>(_ state: borrowing Mutex<State<Files>>) -> PlannedFile? {
    state.withLock { state in
      guard !interruption.isRequested, state.summary.stopped == nil else { return nil }
      if let maximum = terms.maximumErrors, state.summary.failed >= maximum { return nil }
      do throws(PhotoFileError) {
        guard let file = try state.waiting.next(movies: !state.isMovieInWork, claimedIn: ledger) else { return nil }
        if file.format.isMovie { state.isMovieInWork = true }
        return file
      } catch {
        state.summary.stopped = listeners.describe(FullDisk(error) ?? error)
        return nil
      }
    }
  }

  /// Nil for a movie that an interruption ended.
  private func report(on file: PlannedFile) throws(FullDisk) -> FileReport? {
    guard file.action != .skip else { return FileReport(on: file, status: .skipped) }
    var report: FileReport
    switch file.format {
    case .photo(let format): report = .photo(try photos.report(on: file, as: format))
    case .json: report = .photo(try photos.report(on: file, as: .png))
    case .movie(let container):
      guard let movie = try movies.report(on: file, as: container) else { return nil }
      report = .movie(movie)
    }
    // Free memory is returned to the system: files of many sizes would otherwise leave fragments that add up.
    if report.status != .unchanged { callocator_trim() }
    report.measureMemory()
    return report
  }
}
