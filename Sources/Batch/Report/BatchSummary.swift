/// The summary of a batch, which is the last line of a report.
public struct BatchSummary: Codable, Sendable, Equatable {
  /// All photos of the run; a folder that cannot be read counts as one. Photos and movies together are the sum of the
  /// five counts that follow ``movies``.
  public package(set) var photos = 0
  /// All movies of the run.
  public package(set) var movies = 0
  /// Files whose outputs were made.
  public package(set) var done = 0
  /// Files whose outputs an earlier run made, and which are unchanged.
  public package(set) var unchanged = 0
  /// Files whose outputs existed and were kept.
  public package(set) var skipped = 0
  /// Files that have no output because of an error.
  public package(set) var failed = 0
  /// Files that were not started, and movies that were not finished: the run was cancelled, or had too many failures.
  public package(set) var notStarted = 0
  /// Whether the run was cancelled with files left.
  public package(set) var isInterrupted = false
  /// The run's part of the list, such as `2/8`.
  public package(set) var shard: String?
  /// The reason for which no further file was started, and what to do; nil if the run was not stopped. The remaining
  /// files count as ``notStarted``.
  public package(set) var stopped: String?
  /// When the run began, in seconds since 1970 by the clock of its machine; nil in reports without it.
  public package(set) var started: Double?
  /// The duration of the run, in seconds.
  public package(set) var seconds = 0.0
  /// Movies whose outputs were made.
  public package(set) var moviesDone = 0
  /// The frames of those movies.
  public package(set) var frames = 0
  /// The rate of photos that were done, per minute.
  public package(set) var photosPerMinute = 0.0
  /// Milliseconds by stage, of all files together.
  public package(set) var milliseconds: [String: Double] = [:]
  /// The peak memory of the process, in bytes.
  public package(set) var peakMemory = 0
  /// The folders that the run scanned; nil in reports without them.
  package var folders: [SearchedFolder]?
  /// The version of the software that wrote the report.
  public package(set) var version = SoftwareVersion.current

  package init() {}

  /// Counts the files of a run.
  package init(of files: [PlannedFile]) {
    movies = files.count { $0.format.isMovie }
    photos = files.count - movies
  }

  /// Counts the files of a plan.
  package init(of plan: BatchPlan) {
    (photos, movies) = (plan.photoCount + plan.unreadable.count, plan.movieCount)
    folders = plan.searched
  }

  /// Notes the beginning of a run that scans a folder repeatedly.
  package mutating func beginSearch(of folder: SearchedFolder) {
    started = SystemTime.now
    folders = [folder]
  }

  /// Counts the outcome of a file.
  package mutating func add(_ report: FileReport) {
    if case .movie(let movie) = report, movie.status == .done {
      moviesDone += 1
      frames += movie.frames ?? 0
    }
    switch report.status {
    case .done: done += 1
    case .unchanged: unchanged += 1
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
    add(report.milliseconds)
    peakMemory = max(peakMemory, report.peakMemory ?? 0)
  }

  /// Adds the counts of another run, but not its time.
  package mutating func add(_ other: BatchSummary) {
    photos += other.photos
    movies += other.movies
    moviesDone += other.moviesDone
    frames += other.frames
    done += other.done
    unchanged += other.unchanged
    skipped += other.skipped
    failed += other.failed
    notStarted += other.notStarted
    stopped = stopped ?? other.stopped
    add(other.milliseconds)
    peakMemory = max(peakMemory, other.peakMemory)
  }

  /// The number of files without a result.
  var remaining: Int { photos + movies - done - unchanged - skipped - failed }

  private mutating func add(_ times: [String: Double]) {
    // Sums of tenths stay tenths.
    for (stage, time) in times { milliseconds[stage] = ((milliseconds[stage] ?? 0) * 10 + time * 10).rounded() / 10 }
  }

  /// Sets the duration of the run, and with it ``photosPerMinute``.
  ///
  /// - Parameter photos: the number done in that time; nil for all that were done.
  package mutating func setDuration(seconds value: Double, photos: Int? = nil) {
    seconds = (value * 1000).rounded() / 1000
    photosPerMinute = value > 0 ? (Double(photos ?? (done - moviesDone)) / value * 600).rounded() / 10 : 0
  }
}
