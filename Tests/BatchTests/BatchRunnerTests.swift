import Foundation
import MatteKit
import SystemPackage
import Synchronization
import Testing

@testable import Batch

@Suite struct BatchRunnerTests {
  /// The first bytes of a PNG, without which nothing is read.
  private static let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

  private struct Missing: Error {}

  private struct Run {
    let summary: BatchSummary
    let reports: [FileReport]
    func report(_ name: String) -> FileReport? { reports.first { $0.input.hasSuffix("/\(name)") } }
    func status(_ name: String) -> FileReport.Status? { reports.first { $0.input.hasSuffix("/\(name)") }?.status }
  }

  private func tree(_ names: String...) throws -> FileTree {
    let tree = try FileTree()
    for name in names { try write(name, in: tree) }
    return tree
  }

  private func write(_ name: String, _ text: String = "", in tree: FileTree) throws {
    try Folder.make(tree.place(name).folder)
    try AtomicFile.write(Self.start + Array((name + text).utf8), to: tree.place(name), overwriting: true)
  }

  private func run(
    _ names: [String], in tree: FileTree, processor: any PhotoProcessor = FakeProcessor(), jobs: Int = 2,
    maximumErrors: Int? = nil,
    resumes: Bool = false, interruption: Interruption = Interruption(), recipe: String = "recipe",
    maximumSeconds: Double? = nil, below inputs: String? = nil
  ) throws -> Run {
    let folder = tree.place("out")
    let records = JournalRecords(in: folder)
    var terms = BatchPlan.Terms(folder: folder, effect: "x", naming: .standard)
    (terms.resumes, terms.recordedPlaces) = (resumes, records.places(of: recipe))
    let plan = try BatchPlan(
      names.map { name in
        BatchInput(path: tree.place(inputs.map { "\($0)/\(name)" } ?? name), relative: FilePath(name))
      }, terms)
    try Folder.make(folder)
    let reports = Mutex<[FileReport]>([])
    let runner = BatchRunner(
      BatchRunner.Terms(
        folder: folder, recipe: recipe, jobs: jobs, maximumErrors: maximumErrors, resumes: resumes,
        maximumSeconds: maximumSeconds),
      photos: processor, movies: (processor as? FakeProcessor) ?? FakeProcessor(), budget: MemoryBudget(limit: 1 << 30),
      journal: try Journal(in: folder, recipe: recipe, shard: nil, known: records.places(of: recipe)),
      records: records, interruption: interruption,
      reporting: BatchRunner.Listeners(file: { report in reports.withLock { $0.append(report) } }))
    let summary = try runner.run(plan.files)
    return Run(summary: summary, reports: reports.withLock { $0 })
  }

  private func result(_ name: String, in tree: FileTree) -> [UInt8]? { try? PlainFile.read(tree.place("out/" + name)) }

  @Test func `a bad photo is reported and the others are processed`() throws {
    let tree = try tree("a.png", "bad.png", "huge.png", "sub/b.png")
    try tree.write("text.png", "this is no picture")
    let names = ["a.png", "bad.png", "missing.png", "huge.png", "text.png", "sub/b.png"]
    let run = try run(names, in: tree)
    #expect(run.summary.done == 2 && run.summary.failed == 4)
    #expect(run.summary.photos == 6 && run.summary.notStarted == 0)
    for report in run.reports where report.status == .failed {
      #expect(report.error?.contains(report.input) == true, "\(report)")
    }
    #expect(run.reports.first { $0.input.hasSuffix("huge.png") }?.error?.hasSuffix("allow more memory") == true)
    #expect(result("sub/b.png", in: tree) == (Self.start + Array("sub/b.png".utf8)).reversed())
    #expect(result("bad.png", in: tree) == nil)
  }

  @Test func `photos are processed in parallel, within the limit`() throws {
    let tree = try FileTree()
    let names = (0..<40).map { "\($0).png" }
    for name in names { try write(name, in: tree) }
    let processor = FakeProcessor()
    #expect(try run(names, in: tree, processor: processor, jobs: 4).summary.done == 40)
    #expect((2...4).contains(processor.mostAtOnce))
    let alone = FakeProcessor()
    for name in names { try write(name, "again", in: tree) }
    #expect(try run(names, in: tree, processor: alone, jobs: 1, resumes: true).summary.done == 40)
    #expect(alone.mostAtOnce == 1 && alone.made.map { $0.split(separator: "/").last ?? "" } == names.map { $0[...] })
  }

  @Test func `resuming makes only missing or changed results`() throws {
    let tree = try tree("a.png", "b.png", "c.png", "d.png")
    let names = ["a.png", "b.png", "c.png", "d.png"]
    _ = try run(names, in: tree)
    try write("b.png", "changed", in: tree)
    try tree.write("out/c.png", "somebody was here")
    try FileManager.default.removeItem(at: tree.url.appending(path: "out/d.png"))
    let processor = FakeProcessor()
    let second = try run(names, in: tree, processor: processor, resumes: true)
    #expect(second.status("a.png") == .unchanged && second.summary.done == 3 && processor.made.count == 3)
    guard case .photo(let unchanged) = second.report("a.png") else { throw Missing() }
    #expect(unchanged.mattes == ["hair"])
    for name in names {
      #expect(result(name, in: tree) == (try PlainFile.read(tree.place(name))).reversed())
    }
    #expect(try run(names, in: tree, resumes: true).summary.unchanged == 4)
    // Another recipe does not replace this one's results.
    #expect(throws: BatchError.self) { try run(names, in: tree, resumes: true, recipe: "another") }
  }

  @Test func `resuming replaces no intact result of another folder`() throws {
    let tree = try tree("A/x.png", "A/same.png", "B/x.png")
    try write("B/same.png", in: tree)
    try AtomicFile.write(
      try PlainFile.read(tree.place("A/same.png")), to: tree.place("B/same.png"), overwriting: true)
    func run(_ folder: String, _ companions: [MatteKind] = []) throws -> Run {
      try self.run(
        ["x.png", "same.png"], in: tree, processor: FakeProcessor(companions: companions), resumes: true, below: folder)
    }
    #expect(try run("A").summary.done == 2)
    let made = result("x.png", in: tree)
    let other = try run("B")
    #expect(other.status("x.png") == .failed && other.status("same.png") == .unchanged)
    let error = try #require(other.report("x.png")?.error)
    #expect(error.contains(tree.place("out/x.png").description) && error.hasSuffix("or replace it"), "\(error)")
    #expect(result("x.png", in: tree) == made && made != nil)
    // The folder itself may be called otherwise, and its photos may change.
    #expect(try run("B/../A").summary.unchanged == 2)
    try write("A/x.png", "changed", in: tree)
    #expect(try run("./A").status("x.png") == .done)
    // An output that was changed is no longer the run's result.
    try tree.write("out/x.png", "somebody was here")
    #expect(try run("B").status("x.png") == .done)
  }

  @Test func `an output that was made but not recorded is made again`() throws {
    let tree = try tree("a.png")
    _ = try run(["a.png"], in: tree)
    let journal = tree.place("out/" + JournalRecords.name(recipe: "recipe", shard: nil))
    let lines = try PlainFile.read(journal).split(separator: UInt8(ascii: "\n"))
    try AtomicFile.write(Array(lines[0]) + [UInt8(ascii: "\n")], to: journal, overwriting: true)
    #expect(try run(["a.png"], in: tree, resumes: true).status("a.png") == .done)
  }

  @Test func `after as many failures as allowed no further photo is begun`() throws {
    let tree = try FileTree()
    let names = (0..<20).map { "bad\($0).png" }
    for name in names { try write(name, in: tree) }
    let run = try run(names, in: tree, jobs: 1, maximumErrors: 3)
    #expect(run.summary.failed == 3 && run.summary.notStarted == 17)
  }

  @Test func `an interruption finishes photos in progress`() throws {
    let tree = try FileTree()
    let names = (0..<20).map { "\($0).png" }
    for name in names { try write(name, in: tree) }
    let interruption = Interruption()
    let processor = FakeProcessor { if $0.hasSuffix("/4.png") { interruption.request() } }
    let first = try run(names, in: tree, processor: processor, jobs: 1, interruption: interruption)
    #expect(first.summary.done == 5 && first.summary.notStarted == 15 && first.summary.isInterrupted)
    let second = try run(names, in: tree, resumes: true)
    #expect(second.summary.unchanged == 5 && second.summary.done == 15)
  }

  @Test func `an output that another program writes meanwhile is kept`() throws {
    let tree = try tree("a.png", "b.png")
    let out = tree.place("out/b.png")
    let processor = FakeProcessor { name in
      if name.hasSuffix("/b.png") { try? AtomicFile.write(Array("theirs".utf8), to: out) }
    }
    let run = try run(["a.png", "b.png"], in: tree, processor: processor)
    #expect(run.status("a.png") == .done && run.status("b.png") == .failed)
    #expect(tree.content("out/b.png") == "theirs")
  }

  @Test func `nothing to do is no failure`() throws {
    let summary = try run([], in: FileTree()).summary
    #expect(summary.photos == 0 && summary.failed == 0 && !summary.isInterrupted)
  }

  @Test func `a photo that exceeds the time limit fails, and the others are processed`() throws {
    let tree = try tree("a.png", "stuck.png", "b.png")
    let released = DispatchSemaphore(value: 0)
    let processor = FakeProcessor { if $0.contains("stuck") { released.wait() } }
    let run = try run(["a.png", "stuck.png", "b.png"], in: tree, processor: processor, jobs: 1, maximumSeconds: 2)
    #expect(run.status("a.png") == .done && run.status("b.png") == .done && run.status("stuck.png") == .failed)
    #expect(run.report("stuck.png")?.error?.contains("stuck.png: it took longer than 2 s") == true)
    // A result after the time limit is discarded.
    released.signal()
    #expect(result("stuck.png", in: tree) == nil)
    #expect(run.report("a.png")?.milliseconds["read"] != nil)
  }

  @Test func `a full disk ends a run, and is reported once`() throws {
    let names = (0..<6).map { "\($0).png" }
    let tree = try tree("0.png", "1.png", "2.png", "3.png", "4.png", "5.png")
    let full = PhotoFileError.cannotWrite("out/x", Errno.noSpace)
    #expect(FullDisk(full) != nil && FullDisk(PhotoFileError.unwritable(file: "x", reason: "no")) == nil)
    let processor = FailingProcessor(error: full, from: 2)
    let run = try run(names, in: tree, processor: processor, jobs: 1)
    #expect(run.summary.done == 2 && run.summary.failed == 0 && run.summary.notStarted == 4)
    #expect(run.summary.stopped?.contains("out/x: cannot be written: No space left") == true)
    #expect(run.reports.count == 2 && !run.summary.isInterrupted)
  }

  @Test func `a result without a source, of an earlier version's journal, stays where its input may be another`() throws
  {
    let tree = try tree("in/a.png", "in/b.png")
    #expect(try run(["a.png", "b.png"], in: tree, below: "in").summary.done == 2)
    let journal = try Journal(in: tree.place("out"), recipe: "recipe", shard: nil, known: []).path
    let text = String(decoding: try PlainFile.read(journal), as: UTF8.self)
    let earlier = text.replacing(/,"source":"[0-9a-f]+"/, with: "")
    #expect(earlier.count < text.count)
    try AtomicFile.write(Array(earlier.utf8), to: journal, overwriting: true)
    try write("in/a.png", " edited", in: tree)
    let made = try PlainFile.read(tree.place("out/a.png"))
    for _ in 0..<2 {
      let run = try run(["a.png", "b.png"], in: tree, resumes: true, below: "in")
      #expect(run.status("b.png") == .unchanged && run.status("a.png") == .failed)
      #expect(run.report("a.png")?.error?.contains("does not tell whether that was this input") == true)
      #expect(try PlainFile.read(tree.place("out/a.png")) == made)
    }
    // The suggested solution works, and from then on there is a source.
    #expect(tree.place("out/a.png").withPlatformString { unlink($0) } == 0)
    #expect(try run(["a.png"], in: tree, resumes: true, below: "in").summary.done == 1)
    try write("in/a.png", " again", in: tree)
    #expect(try run(["a.png"], in: tree, resumes: true, below: "in").summary.done == 1)
  }
}

/// Fails from some photo on.
private final class FailingProcessor: PhotoProcessor {
  private let error: PhotoFileError
  private let first: Int
  private let count = Mutex(0)

  init(error: PhotoFileError, from first: Int) { (self.error, self.first) = (error, first) }

  func requiredMemory(for data: [UInt8], name: String, as format: PhotoFormat) -> Int { 1 }

  func process(
    _ data: [UInt8], name: String, as format: PhotoFormat, measuring clock: inout StageClock
  ) throws -> ProcessedPhoto {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    guard number < first else { throw error }
    return ProcessedPhoto(data: data, faces: [], mattes: [], warnings: [])
  }
}
