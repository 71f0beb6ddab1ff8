import Foundation
import MatteKit
import SystemPackage
import Support
import Testing

@testable import Batch
@testable import mattetool

@Suite struct ReportMergeTests {
  private func line(_ output: String, _ status: FileReport.Status, milliseconds: Double = 10) throws -> [UInt8] {
    var report = PhotoReport(input: FilePath("in/" + output), output: FilePath(output), status: status)
    report.milliseconds = ["decode": milliseconds]
    return try JSONLine.bytes(of: FileReport.photo(report))
  }

  private func summary(
    _ shard: String?, seconds: Double, notStarted: Int = 0, interrupted: Bool = false, started: Double? = nil
  ) throws -> [UInt8] {
    var summary = BatchSummary()
    summary.started = started
    summary.shard = shard
    summary.seconds = seconds
    summary.notStarted = notStarted
    summary.isInterrupted = interrupted
    return try JSONLine.bytes(of: ReportFile.SummaryLine(summary: summary))
  }

  @Test func `parts of a list become one report`() throws {
    var merge = ReportMerge()
    try merge.add(line("a", .done) + line("b", .failed) + summary("1/2", seconds: 60), name: "1")
    try merge.add(line("c", .done) + summary("2/2", seconds: 30, notStarted: 4, interrupted: true), name: "2")
    #expect(try merge.files.map(\.output) == ["a", "b", "c"])
    let all = try merge.summary
    #expect(all.done == 2 && all.failed == 1 && all.notStarted == 4 && all.photos == 7 && all.isInterrupted)
    #expect(all.seconds == 60 && all.photosPerMinute == 2 && all.milliseconds == ["decode": 30])
  }

  @Test func `a run and the one that resumed it become one report`() throws {
    var merge = ReportMerge()
    try merge.add(
      line("a", .done) + line("b", .failed) + summary(nil, seconds: 10, notStarted: 1, interrupted: true), name: "1")
    try merge.add(
      line("a", .unchanged, milliseconds: 1) + line("b", .done) + line("c", .done) + summary(nil, seconds: 5), name: "2"
    )
    #expect(try merge.files.map(\.status) == [.done, .done, .done])
    let all = try merge.summary
    #expect(all.photos == 3 && all.notStarted == 0 && !all.isInterrupted && all.seconds == 15)
  }

  @Test func `a skipped file's line does not override the line of its result`() throws {
    var merge = ReportMerge()
    try merge.add(line("a", .done) + line("b", .unchanged) + line("c", .failed) + summary(nil, seconds: 1), name: "1")
    try merge.add(
      line("a", .skipped) + line("b", .skipped) + line("c", .skipped) + summary(nil, seconds: 1), name: "2")
    try merge.add(line("a", .unchanged) + line("c", .failed) + summary(nil, seconds: 1), name: "3")
    #expect(try merge.files.map(\.status) == [.done, .unchanged, .failed])
  }

  @Test func `a folder that a later run could read no longer counts as failed`() throws {
    func folder(_ name: String) throws -> [UInt8] {
      let folder = UnreadableFolder(path: FilePath("in/" + name), relative: FilePath(name), reason: "locked")
      return try JSONLine.bytes(of: FileReport(on: folder, output: .path(FilePath("out/" + name))))
    }
    let first = try folder("x") + folder("y") + line("out/y/a", .done) + line("out/z", .done)
    var merge = ReportMerge()
    try merge.add(first + summary(nil, seconds: 1), name: "1")
    #expect(try merge.summary.failed == 2 && (try merge.summary.photos) == 4)
    // One report may hold both runs.
    var same = ReportMerge()
    let second = try folder("y") + line("out/x/b/c", .done) + line("out/y/a", .unchanged) + summary(nil, seconds: 1)
    try merge.add(second, name: "2")
    try same.add(first + summary(nil, seconds: 1) + second, name: "both")
    for merge in [merge, same] {
      let all = try merge.summary
      #expect(all.failed == 1 && all.done == 3 && all.photos == 4 && all.seconds == 2)
      #expect(try merge.files.map(\.output) == ["out/y", "out/y/a", "out/z", "out/x/b/c"])
    }
  }

  @Test func `an empty folder that a later run could read no longer counts as failed`() throws {
    func folder(_ name: String) throws -> [UInt8] {
      let folder = UnreadableFolder(path: FilePath(name), relative: FilePath(name), reason: "locked")
      return try JSONLine.bytes(of: FileReport(on: folder, output: .path(FilePath("out/" + name))))
    }
    func run(_ folders: [SearchedFolder]) throws -> [UInt8] {
      var summary = BatchSummary()
      (summary.folders, summary.seconds) = (folders, 1)
      return try JSONLine.bytes(of: ReportFile.SummaryLine(summary: summary))
    }
    let all = [SearchedFolder(path: "in", isRecursive: true)]
    let first = try folder("in/x") + folder("in/y") + folder("in/yes") + run(all)
    for (later, left) in try [
      (run(all), []), (folder("in/y") + run(all), ["out/in/y"]),
      (run([SearchedFolder(path: "in", isRecursive: false)]), ["out/in/x", "out/in/y", "out/in/yes"]),
      (run([SearchedFolder(path: "in/y", isRecursive: true)]), ["out/in/x", "out/in/yes"]),
      (summary(nil, seconds: 1), ["out/in/x", "out/in/y", "out/in/yes"]),
    ] as [([UInt8], [String])] {
      var merge = ReportMerge()
      try merge.add(first, name: "1")
      #expect(try merge.summary.failed == 3)
      try merge.add(later, name: "2")
      #expect(try merge.files.map(\.output) == left && (try merge.summary.failed) == left.count)
    }
  }

  @Test func `the rate is that of the time in which a run was working`() throws {
    var merge = ReportMerge()
    // Two parts at once, from 1000 to 1060 together; a third, after a pause, was killed and went on.
    try merge.add(line("a", .done) + line("b", .done) + summary("1/3", seconds: 40, started: 1000), name: "1")
    try merge.add(line("c", .done) + summary("2/3", seconds: 40, started: 1020), name: "2")
    try merge.add(line("d", .done) + line("e", .done), name: "3")
    try merge.add(
      line("d", .unchanged) + line("e", .unchanged) + line("f", .done) + summary("3/3", seconds: 60, started: 2000),
      name: "4")
    let all = try merge.summary
    #expect(all.done == 6 && all.seconds == 120 && all.started == 1000 && !all.isInterrupted)
    // Four photos in two minutes: the times of two, from the killed run, are unknown.
    #expect(all.photosPerMinute == 2)
  }

  @Test func `the report of a run that was killed counts as far as it goes`() throws {
    var merge = ReportMerge()
    try merge.add(line("a", .done) + line("b", .done).prefix(30), name: "killed")
    #expect(try merge.files.map(\.output) == ["a"] && (try merge.summary.isInterrupted))
  }

  @Test func `movies are counted beside photos`() throws {
    func movie(_ output: String, frames: Int?) throws -> [UInt8] {
      var report = MovieReport(
        input: FilePath("in/" + output), output: FilePath(output), status: frames == nil ? .failed : .done)
      report.frames = frames
      return try JSONLine.bytes(of: FileReport.movie(report))
    }
    func summary(_ shard: String, movies: Int, notStarted: Int) throws -> [UInt8] {
      var summary = BatchSummary()
      (summary.shard, summary.movies, summary.notStarted, summary.seconds) = (shard, movies, notStarted, 30)
      return try JSONLine.bytes(of: ReportFile.SummaryLine(summary: summary))
    }
    var merge = ReportMerge()
    try merge.add(line("a", .done) + movie("b", frames: 75) + summary("1/2", movies: 2, notStarted: 1), name: "1")
    try merge.add(movie("c", frames: nil) + summary("2/2", movies: 1, notStarted: 0), name: "2")
    let all = try merge.summary
    #expect(try merge.files.map(\.isMovie) == [false, true, true])
    #expect(all.photos == 1 && all.movies == 3 && all.done == 2 && all.failed == 1 && all.notStarted == 1)
    #expect(all.moviesDone == 1 && all.frames == 75 && all.photosPerMinute == 2)
  }

  @Test func `names that are not UTF-8 stay distinct`() throws {
    var merge = ReportMerge()
    for byte in [0xFE, 0xFF] as [UInt8] {
      let path = FilePath(bytes: [byte])
      try merge.add(try JSONLine.bytes(of: PhotoReport(input: path, output: path, status: .done)), name: "x")
    }
    #expect(try merge.files.count == 2)
  }

  @Test func `an invalid report is reported with its line`() throws {
    var merge = ReportMerge()
    let bytes = try line("a", .done) + Array("nonsense\n".utf8) + line("b", .done)
    #expect { try merge.add(bytes, name: "notes.txt") } throws: { "\($0)".contains("notes.txt: line 2") }
  }

  /// 40 parts, the first half killed and resumed, with failures, and results that are reported twice.
  private func parts() throws -> [[UInt8]] {
    try (0..<40).map { part in
      let names = (0..<25).map { "\(part % 20)/\($0 * 7 % 25)" }
      let lines = try names.enumerated().flatMap { index, name in
        try line(
          name, part < 20 ? (index % 5 == 0 ? .failed : .done) : .unchanged,
          milliseconds: Double(part * 25 + index) / 10)
      }
      return try lines + (part < 10 ? [] : summary("\(part % 20 + 1)/20", seconds: 3, started: Double(part)))
    }
  }

  @Test(arguments: [1, 3, 64, 999, 1000, 100_000]) func `a small memory limit gives the same result`(capacity: Int)
    throws
  {
    let parts = try parts()
    var merge = ReportMerge(capacity: capacity)
    for (number, part) in parts.enumerated() { try merge.add(part, name: "\(number)") }
    var (outputs, statuses) = ([String](), [FileReport.Status]())
    let all = try merge.forEach { file in
      outputs.append(file.output)
      statuses.append(file.status)
    }
    #expect(outputs == (0..<20).flatMap { part in (0..<25).map { "\(part)/\($0 * 7 % 25)" } })
    #expect(statuses == (0..<500).map { $0 % 5 == 0 ? .unchanged : .done })
    #expect(all.done == 400 && all.unchanged == 100 && all.photos == 500 && all.failed == 0)
    // Lines that are kept have the first run's times, the others the second's.
    let times = (0..<20).flatMap { part in (0..<25).map { ($0 % 5 == 0 ? part + 20 : part) * 25 + $0 } }
    #expect(all.milliseconds == ["decode": Double(times.reduce(0, +)) / 10])
  }

  @Test func `reports of files and of pipes are read as those in memory`() throws {
    let folder = try TemporaryFolder()
    let parts = try parts()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let bytes = parts[1]
    DispatchQueue(label: "writer").async {
      guard let writer = try? FileDescriptor.open(FilePath(pipe), .writeOnly) else { return }
      defer { try? writer.close() }
      _ = try? writer.writeAll(bytes)
    }
    var (files, memory) = (ReportMerge(capacity: 7), ReportMerge(capacity: 7))
    for (number, part) in parts.enumerated() where number != 1 {
      // A line that was cut off, and lines that are empty.
      let name = try folder.file("\(number).jsonl", part + [10, 10] + part.prefix(30)).path
      try files.add(name)
      try memory.add(part, name: name)
    }
    try files.add(pipe)
    try memory.add(parts[1], name: pipe)
    #expect(try files.files.map(\.output) == memory.files.map(\.output))
    #expect(try files.files.map(\.status) == memory.files.map(\.status))
    #expect(try files.summary == memory.summary)
    #expect(throws: PhotoFileError.self) { try files.add(folder.file("none")) }
  }
}
