import Batch
import FoundationEssentials

/// Joins the reports of several runs: of parts of a list, or of a run and those that resumed it.
struct ReportMerge {
  /// A line is not one of a report.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private struct Line: Decodable {
    let file: FileReport?
    let summary: BatchSummary?

    private enum Key: CodingKey {
      case summary
    }

    init(from decoder: any Decoder) throws {
      summary = try decoder.container(keyedBy: Key.self).decodeIfPresent(BatchSummary.self, forKey: .summary)
      file = summary == nil ? try FileReport(from: decoder) : nil
    }
  }

  /// One report per file, in the order of their first appearance.
  private(set) var files: [FileReport] = []
  private var places: [FilePath: Int] = [:]
  /// By shard: the last run's summary, and the seconds of all its runs.
  private var runs: [String: (summary: BatchSummary, seconds: Double)] = [:]
  /// When runs were at work that say so, in seconds since 1970.
  private var times: [Range<Double>] = []
  /// Whether all runs with a summary say when they were at work.
  private var allAreTimed = true
  /// Photos that were done by runs whose time is known.
  private var timedPhotos = 0
  private var endsWithoutSummary = false

  init() {}

  /// Adds a report. An incomplete last line, as a killed run leaves it, is ignored.
  ///
  /// Of two lines about one file the later wins, unless it only says that the output is unchanged.
  mutating func add(_ bytes: [UInt8], name: String) throws(Fault) {
    let decoder = JSONDecoder()
    let isWhole = bytes.last == UInt8(ascii: "\n")
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var summary: BatchSummary?
    var photosDone = 0
    for (number, text) in lines.enumerated() {
      guard let line = try? decoder.decode(Line.self, from: Data(text)) else {
        if number == lines.count - 1, !isWhole { break }
        throw Fault(description: "\(name): line \(number + 1) is not a line of a report")
      }
      if let file = line.file {
        add(file)
        if !file.isMovie, file.status == .done { photosDone += 1 }
      }
      if let last = line.summary { summary = last }
    }
    // A report without a summary is of a run that was killed; a later one may be of a run that resumed it.
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

  private mutating func add(_ file: FileReport) {
    guard let place = places[file.subject] else {
      places[file.subject] = files.count
      files.append(file)
      return
    }
    if file.status == .unchanged, files[place].status == .done { return }
    files[place] = file
  }

  /// How long at least one of the runs was at work. Where they do not say when they were, parts count as having run at the
  /// same time, so that the one that took longest counts.
  private var seconds: Double {
    guard allAreTimed else { return runs.values.map(\.seconds).max() ?? 0 }
    var (sum, end) = (0.0, -Double.infinity)
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) where time.upperBound > end {
      sum += time.upperBound - max(time.lowerBound, end)
      end = time.upperBound
    }
    return sum
  }

  /// The summary of all reports. Its duration is that in which at least one of the runs was at work, and its rate that of
  /// the photos that were done then: a run that was killed has left no time, so its photos do not count for the rate.
  var summary: BatchSummary {
    var summary = BatchSummary()
    for file in files { summary.add(file) }
    summary.notStarted = runs.values.reduce(0) { $0 + $1.summary.notStarted }
    // Those that were not begun have no lines, but are counted by the runs; a run that was killed has counted nothing.
    summary.movies = max(files.count(where: \.isMovie), runs.values.reduce(0) { $0 + $1.summary.movies })
    summary.photos = files.count + summary.notStarted - summary.movies
    summary.isInterrupted = endsWithoutSummary || runs.values.contains { $0.summary.isInterrupted }
    summary.stopped = runs.values.lazy.compactMap(\.summary.stopped).first
    summary.started = allAreTimed ? times.map(\.lowerBound).min() : nil
    summary.setDuration(seconds: seconds, photos: timedPhotos)
    return summary
  }
}
