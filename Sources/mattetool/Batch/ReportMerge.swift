import Batch
import FoundationEssentials

/// Joins the reports of several runs: of parts of a list, or of a run and those that resumed it.
struct ReportMerge {
  /// A line is not one of a report.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private struct Line: Decodable {
    let photo: PhotoReport?
    let summary: BatchSummary?

    private enum Key: CodingKey {
      case summary
    }

    init(from decoder: any Decoder) throws {
      summary = try decoder.container(keyedBy: Key.self).decodeIfPresent(BatchSummary.self, forKey: .summary)
      photo = summary == nil ? try PhotoReport(from: decoder) : nil
    }
  }

  /// One report per photo, in the order of their first appearance.
  private(set) var photos: [PhotoReport] = []
  private var places: [String: Int] = [:]
  /// By shard: the last run's summary, and the seconds of all its runs.
  private var runs: [String: (summary: BatchSummary, seconds: Double)] = [:]
  private var endsWithoutSummary = false

  init() {}

  /// Adds a report. An incomplete last line, as a killed run leaves it, is ignored.
  ///
  /// Of two lines about one photo the later wins, unless it only says that the output is unchanged.
  mutating func add(_ bytes: [UInt8], name: String) throws(Fault) {
    let decoder = JSONDecoder()
    let isWhole = bytes.last == UInt8(ascii: "\n")
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var summary: BatchSummary?
    for (number, text) in lines.enumerated() {
      guard let line = try? decoder.decode(Line.self, from: Data(text)) else {
        if number == lines.count - 1, !isWhole { break }
        throw Fault(description: "\(name): line \(number + 1) is not a line of a report")
      }
      if let photo = line.photo { add(photo) }
      if let last = line.summary { summary = last }
    }
    // A report without a summary is of a run that was killed; a later one may be of a run that resumed it.
    endsWithoutSummary = summary == nil
    guard let summary else { return }
    let part = summary.shard ?? ""
    runs[part] = (summary, (runs[part]?.seconds ?? 0) + summary.seconds)
  }

  private mutating func add(_ photo: PhotoReport) {
    guard let place = places[photo.subject] else {
      places[photo.subject] = photos.count
      photos.append(photo)
      return
    }
    if photo.status == .unchanged, photos[place].status == .done { return }
    photos[place] = photo
  }

  /// The summary of all reports. Shards run at the same time, so the one that took longest counts.
  var summary: BatchSummary {
    var summary = BatchSummary()
    for photo in photos { summary.add(photo) }
    summary.notStarted = runs.values.reduce(0) { $0 + $1.summary.notStarted }
    summary.photos = photos.count + summary.notStarted
    summary.isInterrupted = endsWithoutSummary || runs.values.contains { $0.summary.isInterrupted }
    summary.setDuration(seconds: runs.values.map(\.seconds).max() ?? 0)
    return summary
  }
}
