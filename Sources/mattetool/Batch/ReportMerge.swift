import Batch
import Checksums
import FoundationEssentials
import MatteKit
import SystemPackage

/// Merges the reports of several runs: of parts of a list, or of a run and those that resumed it.
///
/// Only the position of each line is stored, in a temporary file if there are very many, so that memory is bounded.
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

  /// A line about a file, ordered by file, then by line.
  private struct Entry: BitwiseCopyable, Comparable {
    /// Half of the SHA-256 of the line's key.
    let subject: (UInt64, UInt64)
    let line: LinePlace
    let status: UInt8

    private enum News {
      static let none: UInt8 = 0
      static let skipped: UInt8 = 1
      static let unchanged: UInt8 = 2
      static let done: UInt8 = 3
    }

    init(_ file: FileReport, _ line: LinePlace) {
      let digest = SHA256(file.subject.bytes).bytes
      func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
      subject = (number(digest[..<8]), number(digest[8..<16]))
      status =
        switch file.status {
        case .done: News.done
        case .unchanged: News.unchanged
        case .skipped: News.skipped
        case .failed: News.none
        }
      self.line = line
    }

    /// Whether a later line about the same file only confirms that it is unchanged.
    func outlasts(_ later: Entry) -> Bool {
      later.status == News.unchanged && status == News.done || later.status == News.skipped && status > News.skipped
    }

    static func < (a: Entry, b: Entry) -> Bool {
      (a.subject.0, a.subject.1, a.line.number) < (b.subject.0, b.subject.1, b.line.number)
    }
    static func == (a: Entry, b: Entry) -> Bool { a.subject == b.subject && a.line == b.line }
  }

  /// The place of a line.
  private struct LinePlace: BitwiseCopyable, Comparable {
    /// Counted from the first line of the first report.
    var number: UInt64
    let offset: Int64
    let length: UInt32
    let source: UInt32

    static func < (a: LinePlace, b: LinePlace) -> Bool { a.number < b.number }
  }

  private var sources: [ReportSource] = []
  private var entries: ExternalSort<Entry>
  private var lineCount: UInt64 = 0
  private var runs = MergedRuns()
  private var folders = ReportedFolders()
  private let capacity: Int

  /// - Parameter capacity: the number of lines whose positions are held, at twice 56 bytes each.
  init(capacity: Int = 1 << 18) {
    self.capacity = capacity
    entries = ExternalSort(capacity: capacity)
  }

  /// The lines of one report as they are read.
  private struct Reading {
    let decoder = JSONDecoder()
    var count = 0
    var photosDone = 0
    /// Whether nothing follows the last summary, which ends a run.
    var hasEnded = false
  }

  /// Adds the report that an argument names, `-` for standard input. An incomplete last line, as left by a killed run,
  /// is ignored.
  ///
  /// If two lines are about one file, the later one counts, unless it only states that the output is unchanged or was
  /// skipped. A failed folder does not count if a later run could read it.
  ///
  /// - Throws: ``Fault``, and `PhotoFileError` if it cannot be read.
  mutating func add(_ argument: String) throws {
    var reading = Reading()
    let source = try ReportSource.reading(argument) { try add($0, at: $1, isComplete: $2, argument, &reading) }
    sources.append(source)
    endRun(&reading)
  }

  /// Adds a report's bytes.
  mutating func add(_ bytes: [UInt8], name: String) throws {
    var reading = Reading()
    let used = try ReportSource.lines(in: bytes) { try add($0, at: $1, isComplete: $2, name, &reading) }
    if used < bytes.count { try add(bytes[used...], at: Int64(used), isComplete: false, name, &reading) }
    sources.append(.bytes(bytes, name: name))
    endRun(&reading)
  }

  /// A report may hold several runs, one after the other.
  private mutating func endRun(_ reading: inout Reading, with summary: BatchSummary? = nil) {
    if reading.hasEnded, summary == nil { return }
    runs.add(summary, photosDone: reading.photosDone)
    folders.endRun(summary)
    (reading.photosDone, reading.hasEnded) = (0, true)
  }

  private mutating func add(
    _ text: ArraySlice<UInt8>, at offset: Int64, isComplete: Bool, _ name: String, _ reading: inout Reading
  ) throws {
    reading.count += 1
    guard let line = try? reading.decoder.decode(Line.self, from: Data(text)) else {
      if !isComplete { return }
      throw Fault(description: "\(name): line \(reading.count) is not a line of a report")
    }
    if let file = line.file {
      let place = LinePlace(
        number: lineCount, offset: offset, length: UInt32(text.count), source: UInt32(sources.count))
      lineCount += 1
      try entries.append(Entry(file, place))
      folders.add(file)
      reading.hasEnded = false
      if !file.isMovie, file.status == .done { reading.photosDone += 1 }
    }
    if let summary = line.summary { endRun(&reading, with: summary) }
  }

  /// One report per file, in the order of their first appearance.
  ///
  /// - Returns: the summary of all.
  func forEach(_ body: (FileReport) throws -> Void) throws -> BatchSummary {
    var winners = ExternalSort<LinePlace>(capacity: capacity)
    var sorted = entries.sorted()
    var winner = try sorted.next()
    var first = winner?.line.number ?? 0
    while let current = winner {
      let next = try sorted.next()
      if let next, next.subject == current.subject {
        if !current.outlasts(next) { winner = next }
        continue
      }
      var place = current.line
      place.number = first
      try winners.append(place)
      winner = next
      first = next?.line.number ?? 0
    }
    return try write(winners.sorted(), body)
  }

  private func write(
    _ lines: consuming ExternalSort<LinePlace>.Sorted, _ body: (FileReport) throws -> Void
  ) throws -> BatchSummary {
    var lines = lines
    var reader = ReportLineReader(sources)
    let decoder = JSONDecoder()
    var (summary, count, movieCount) = (BatchSummary(), 0, 0)
    while let line = try lines.next() {
      let text = try reader.line(at: line.offset, length: Int(line.length), of: Int(line.source))
      guard let file = try? decoder.decode(FileReport.self, from: Data(text)) else {
        throw Fault(description: "\(sources[Int(line.source)].name): it was changed while it was read; try again")
      }
      if file.isFolder, folders.wereRead(file) { continue }
      summary.add(file)
      count += 1
      if file.isMovie { movieCount += 1 }
      try body(file)
    }
    return runs.summary(of: summary, movieCount: movieCount, count: count)
  }

  /// All of them at once.
  var files: [FileReport] {
    get throws {
      var files: [FileReport] = []
      _ = try forEach { files.append($0) }
      return files
    }
  }

  /// The summary of all reports.
  var summary: BatchSummary { get throws { try forEach { _ in } } }
}
