import Foundation
import MatteKit
import Synchronization
import SystemPackage
import Testing

@testable import Batch

/// A run with movies and photos; a fake processor makes the movies.
@Suite struct BatchRunnerMovieTests {
  private struct Run: Sendable {
    let summary: BatchSummary
    let reports: [FileReport]
    let frames: [String]

    func movie(_ name: String) -> MovieReport? {
      for case .movie(let movie) in reports where movie.input.hasSuffix("/\(name)") { return movie }
      return nil
    }

    var statuses: [String: FileReport.Status] {
      Dictionary(uniqueKeysWithValues: reports.map { (String($0.input.split(separator: "/").last ?? ""), $0.status) })
    }
  }

  private static let photo: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

  private func tree(_ names: [String]) throws -> FileTree {
    let tree = try FileTree()
    for name in names { try write(name, in: tree) }
    return tree
  }

  private func write(_ name: String, _ text: String = "", in tree: FileTree) throws {
    let start = name.hasSuffix(".png") ? Self.photo : []
    try AtomicFile.write(start + Array((name + text).utf8), to: tree.place(name), overwriting: true)
  }

  /// Runs on a thread of its own: the work blocks, and movies need the threads that all tasks share.
  private func run(
    _ names: [String], in tree: FileTree, processor: FakeProcessor = FakeProcessor(), jobs: Int = 2,
    resumes: Bool = false, existing: ExistingPolicy = .error, memory: Int = 1 << 30,
    interruption: Interruption = Interruption()
  ) async throws -> Run {
    let (root, folder) = (tree.path, tree.place("out"))
    return try await BlockingThread.run {
      let records = JournalRecords(in: folder)
      var terms = BatchPlan.Terms(folder: folder, effect: "x", existing: existing)
      (terms.resumes, terms.recordedPlaces) = (resumes, records.places(of: "recipe"))
      let plan = try BatchPlan(
        names.map { BatchInput(path: root.appending($0), relative: FilePath($0)) }, terms)
      try Folder.make(folder)
      let reports = Mutex<[FileReport]>([])
      let frames = Mutex<[String]>([])
      let runner = BatchRunner(
        BatchRunner.Terms(folder: folder, recipe: "recipe", jobs: jobs, maximumErrors: nil, resumes: resumes),
        photos: processor, movies: processor, budget: MemoryBudget(limit: memory),
        journal: try Journal(in: folder, recipe: "recipe", shard: nil, known: records.places(of: "recipe")),
        records: records, interruption: interruption,
        reporting: BatchRunner.Listeners(
          file: { report in reports.withLock { $0.append(report) } },
          frame: { file, progress in
            frames.withLock { $0.append("\(file.names.last?.string ?? "") \(progress.frameCount)") }
          }))
      let summary = try runner.run(plan.files)
      return Run(summary: summary, reports: reports.withLock { $0 }, frames: frames.withLock { $0 })
    }
  }

  private func result(_ name: String, in tree: FileTree) -> [UInt8]? { try? PlainFile.read(tree.place("out/" + name)) }

  @Test func `movies are made beside photos, with what became of them`() async throws {
    let names = ["a.png", "b.mp4", "bad.mov", "huge.mkv", "c.png"]
    let tree = try tree(names)
    let run = try await run(names + ["missing.webm"], in: tree)
    #expect(
      run.statuses == [
        "a.png": .done, "b.mp4": .done, "c.png": .done, "bad.mov": .failed, "huge.mkv": .failed,
        "missing.webm": .failed,
      ])
    #expect(run.summary.photos == 2 && run.summary.movies == 4 && run.summary.done == 3 && run.summary.failed == 3)
    #expect(run.summary.moviesDone == 1 && run.summary.frames == 3 && run.summary.notStarted == 0)
    let movie = try #require(run.movie("b.mp4"))
    #expect(movie.frames == 3 && movie.faceCount == 0 && movie.bytes == 5 && movie.framesPerSecond != nil)
    #expect(run.frames.filter { $0.hasPrefix("b.mp4") } == ["b.mp4 1", "b.mp4 2", "b.mp4 3"])
    for name in ["bad.mov", "missing.webm"] {
      #expect(run.movie(name)?.error?.contains(tree.place(name).description) == true)
    }
    #expect(run.movie("huge.mkv")?.error?.hasSuffix("allow more memory") == true)
    #expect(result("b.mp4", in: tree) == Array("b.mp4".utf8).reversed() && result("bad.mov", in: tree) == nil)
  }

  @Test func `one movie is in progress at a time, while photos continue`() async throws {
    let names = ["1.mp4", "2.mp4", "3.mp4"] + (0..<8).map { "\($0).png" }
    let tree = try tree(names)
    let photosDone = Mutex(0)
    let slow = FakeProcessor { name in
      guard name.hasSuffix("/1.mp4") else {
        if name.hasSuffix(".png") { photosDone.withLock { $0 += 1 } }
        return
      }
      // The first movie lasts until all photos are begun.
      while photosDone.withLock({ $0 }) < 8 { usleep(1_000) }
    }
    #expect(try await run(names, in: tree, processor: slow, jobs: 4).summary.done == 11)
    #expect(slow.mostMoviesAtOnce == 1)
    let movies = slow.made.filter { $0.hasSuffix("mp4") }
    #expect(movies.map { String($0.suffix(5)) } == ["1.mp4", "2.mp4", "3.mp4"])
  }

  @Test func `resuming makes only missing or changed movies`() async throws {
    let names = ["a.mp4", "b.mkv", "c.mov", "d.webm", "e.png"]
    let tree = try tree(names)
    _ = try await run(names, in: tree)
    try write("b.mkv", "changed", in: tree)
    try tree.write("out/c.mov", "somebody was here")
    try FileManager.default.removeItem(at: tree.url.appending(path: "out/d.webm"))
    let second = try await run(names, in: tree, resumes: true)
    #expect(
      second.statuses == ["a.mp4": .unchanged, "b.mkv": .done, "c.mov": .done, "d.webm": .done, "e.png": .unchanged])
    let unchanged = try #require(second.movie("a.mp4"))
    #expect(unchanged.frames == 3 && unchanged.seconds == 0.12 && unchanged.mattes == ["portrait"])
    for name in names {
      #expect(result(name, in: tree) == (try PlainFile.read(tree.place(name))).reversed())
    }
    #expect(try await run(names, in: tree, resumes: true).summary.unchanged == 5)
    #expect(try await run(names, in: tree, existing: .skip).summary.skipped == 5)
  }

  @Test func `an interruption ends the movie in progress, of which nothing is left`() async throws {
    let names = ["0.png", "1.mp4", "2.png"]
    let tree = try tree(names)
    let interruption = Interruption()
    let processor = FakeProcessor { if $0.hasSuffix("/1.mp4") { interruption.request() } }
    let first = try await run(names, in: tree, processor: processor, jobs: 1, interruption: interruption)
    #expect(first.statuses == ["0.png": .done] && first.summary.notStarted == 2 && first.summary.isInterrupted)
    #expect(result("1.mp4", in: tree) == nil)
    let second = try await run(names, in: tree, resumes: true)
    #expect(second.statuses == ["0.png": .unchanged, "1.mp4": .done, "2.png": .done])
  }

  @Test func `a movie that changes while it is read is not recorded`() async throws {
    let tree = try tree(["a.mp4"])
    let place = tree.place("a.mp4")
    let processor = FakeProcessor { _ in try? AtomicFile.write(Array("another".utf8), to: place, overwriting: true) }
    let run = try await run(["a.mp4"], in: tree, processor: processor)
    #expect(run.movie("a.mp4")?.warnings.contains { $0.contains("changed while it was read") } == true)
    #expect(try await self.run(["a.mp4"], in: tree, resumes: true).statuses == ["a.mp4": .done])
  }
}
