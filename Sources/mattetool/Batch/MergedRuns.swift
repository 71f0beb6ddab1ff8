import Batch

/// Merges the summaries of several runs: of parts of a list, and of runs that resumed others.
struct MergedRuns {
  /// By shard: the last run's summary, and the total seconds of its runs.
  private var runs: [String: (summary: BatchSummary, seconds: Double)] = [:]
  /// The time ranges of the runs that state them, in seconds since 1970.
  private var times: [Range<Double>] = []
  /// Whether all runs with a summary state their time range.
  private var allAreTimed = true
  /// Photos done by runs with a known time.
  private var timedPhotos = 0
  private var endsWithoutSummary = false

  /// Adds a run.
  ///
  /// - Parameters:
  ///   - summary: nil for a run that was killed; a later one may have resumed it.
  ///   - photosDone: how many photos of its report are done.
  mutating func add(_ summary: BatchSummary?, photosDone: Int) {
    endsWithoutSummary = summary == nil
    guard let summary else { return }
    let part = summary.shard ?? ""
    runs[part] = (summary, (runs[part]?.seconds ?? 0) + summary.seconds)
    timedPhotos += photosDone
    if let started = summary.started {
      times.append(started..<started + summary.seconds)
    } else {
      allAreTimed = false
    }
  }

  /// The time during which at least one run was working. If runs do not state their times, parts are assumed to be
  /// concurrent, so that the longest one counts.
  private var seconds: Double {
    guard allAreTimed else { return runs.values.map(\.seconds).max() ?? 0 }
    var (sum, end) = (0.0, -Double.infinity)
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) where time.upperBound > end {
      sum += time.upperBound - max(time.lowerBound, end)
      end = time.upperBound
    }
    return sum
  }

  /// The summary of all reports. Its duration is the time during which at least one run was working, and its rate that
  /// of the photos done then: a run that was killed has no time, so its photos do not count for the rate.
  ///
  /// - Parameters:
  ///   - files: the counts by the outcomes of the files that have lines.
  ///   - movieCount: how many of those are movies.
  ///   - count: how many files have lines.
  func summary(of files: BatchSummary, movieCount: Int, count: Int) -> BatchSummary {
    var summary = files
    summary.notStarted = runs.values.reduce(0) { $0 + $1.summary.notStarted }
    // Movies that were not started have no lines but are counted in summaries, and a run that was killed has no
    // summary.
    summary.movies = max(movieCount, runs.values.reduce(0) { $0 + $1.summary.movies })
    summary.photos = count + summary.notStarted - summary.movies
    summary.isInterrupted = endsWithoutSummary || runs.values.contains { $0.summary.isInterrupted }
    summary.stopped = runs.values.lazy.compactMap(\.summary.stopped).first
    summary.started = allAreTimed ? times.map(\.lowerBound).min() : nil
    summary.setDuration(seconds: seconds, photos: timedPhotos)
    return summary
  }
}
