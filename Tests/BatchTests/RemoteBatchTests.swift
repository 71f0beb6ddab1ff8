import Dispatch
import MatteKit
import ObjectStorage
import ObjectStore
import Support
import Synchronization
import SystemPackage
import Testing

@testable import Batch

/// Batches from and to a store of objects.
@Suite struct RemoteBatchTests {
  /// Data that begin as a JPEG.
  private static func photo(_ number: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + Array("photo \(number)".utf8) }

  private func batch(
    _ server: ObjectStoreServer, _ inputs: [String] = ["s3://photos/in"], to output: String = "s3://results/out",
    attempts: Int = 8
  ) throws -> RemoteBatch {
    var settings = RemoteFiles.Settings()
    settings.retries = RetryPolicy(maximumAttempts: attempts, firstDelay: 0)
    var batch = RemoteBatch(
      output: try FilePlace(output), remote: RemoteFiles(settings, environment: server.environment))
    batch.arguments = try inputs.map { try FilePlace($0) }
    batch.options.isRecursive = true
    batch.options.jobs = 3
    return batch
  }

  private func run(
    _ batch: RemoteBatch, _ processor: FakeMediaProcessor = FakeMediaProcessor(),
    interruption: Interruption = Interruption()
  ) throws -> (summary: BatchSummary, mayPass: Bool, warnings: [String], reports: [String: PhotoReport]) {
    let reports = Mutex<[String: PhotoReport]>([:])
    let outcome = try batch.run(
      processor, interruption: interruption,
      reporting: BatchRunner.Listeners(file: { file in
        if case .photo(let photo) = file { reports.withLock { $0[photo.input] = photo } }
      }))
    return (outcome.summary, outcome.mayPass, outcome.warnings, reports.withLock { $0 })
  }

  /// The keys below a prefix, with their contents.
  private func contents(_ server: ObjectStoreServer, _ prefix: String, of bucket: String = "results") throws
    -> [String: [UInt8]]
  {
    let bucket = server.bucket(bucket)
    var found: [String: [UInt8]] = [:]
    var continuation: String?
    repeat {
      let page = try bucket.page(prefix: prefix, continuation: continuation)
      for object in page.objects {
        found[String(object.key.dropFirst(prefix.count))] = try bucket.get(object.key).bytes
      }
      continuation = page.continuation
    } while continuation != nil
    return found
  }

  @Test func `a tree becomes a tree, and results are recognised without reading them`() throws {
    let server = try ObjectStoreServer(pageSize: 3)
    let photos = server.bucket()
    let names = ["a.jpg", "b b.jpg", "below/ü+%20.jpg", "below/c.jpeg", "z.jpg"]
    for (number, name) in names.enumerated() {
      try photos.put(Self.photo(number), as: "in/\(name)", type: "image/jpeg")
    }
    for name in ["in/film.mp4", "in/note.txt", "in/.hidden.jpg", "in/folder/", "in.jpg"] {
      try photos.put([1], as: name, type: "text/plain")
    }
    let first = try run(try batch(server))
    #expect(first.summary.done == 5 && first.summary.photos == 5 && first.summary.stopped == nil)
    #expect(first.warnings.count == 2 && first.warnings.joined().contains("s3://photos/in/note.txt"))
    let made = try contents(server, "out/")
    #expect(Set(made.keys) == Set(names))
    for (number, name) in names.enumerated() { #expect(made[name] == Self.photo(number).reversed()) }
    #expect(first.reports["s3://photos/in/b b.jpg"]?.output == "s3://results/out/b b.jpg")
    // Another machine, another day.
    _ = try server.requests()
    let second = try run(try batch(server))
    #expect(second.summary.unchanged == 5 && second.summary.done == 0)
    #expect(second.reports["s3://photos/in/z.jpg"]?.mattes == ["hair"])
    #expect(
      try server.requests().allSatisfy {
        $0.hasPrefix("HEAD ") || $0.hasPrefix("GET /photos?") || $0.hasPrefix("GET /photos/?")
      })
    // Another recipe makes nothing anew unasked, and loses nothing.
    let other = try run(try batch(server), FakeMediaProcessor(recipe: "2f"))
    #expect(other.summary.failed == 5)
    #expect(other.reports["s3://photos/in/z.jpg"]?.error?.contains("for existing outputs") == true)
    var overwriting = try batch(server)
    overwriting.options.existing = .overwrite
    #expect(try run(overwriting, FakeMediaProcessor(recipe: "2f")).summary.done == 5)
    overwriting.options.existing = .skip
    #expect(try run(overwriting, FakeMediaProcessor(recipe: "3f")).summary.skipped == 5)
  }

  @Test func `a GIF of one frame is a photo, and of several where a photo is asked for, as of files`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    for (name, count) in [("one.gif", 1), ("many.gif", 2)] {
      let bytes =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0] + (0..<count).flatMap { _ in frame } + [
          0x3B
        ]
      try server.bucket().put(bytes, as: "in/\(name)", type: "image/gif")
      try AtomicFile.write(bytes, to: FilePath(folder.file("local-\(name)")))
    }
    func outputs(_ change: (inout RemoteBatch) -> Void = { _ in }) throws -> [String] {
      var batch = try batch(server, to: "s3://results/\(UInt64.random(in: 0...UInt64.max))")
      batch.files = ["one", "many"].map {
        BatchInput(path: FilePath(folder.file("local-\($0).gif")), relative: FilePath("local-\($0).gif"))
      }
      change(&batch)
      var planned = 0
      let warnings = try batch.plan(FakeMediaProcessor()) { _ in planned += 1 }
      let outcome = try run(batch)
      let made = outcome.reports.values.compactMap { FilePath($0.output).lastComponent?.string }.sorted()
      #expect(planned == made.count && warnings == outcome.warnings)
      return made + outcome.warnings.map { String($0.prefix(8)) }
    }
    #expect(try outputs() == ["local-one.png", "one.png", "2 movies"])
    let all = ["local-many", "local-one", "many", "one"]
    #expect(try outputs { $0.options.format = .jpeg } == all.map { $0 + ".jpg" })
    let naming = try OutputNaming("{stem}.webp")
    #expect(try outputs { $0.options.naming = naming } == all.map { $0 + ".webp" })
  }

  @Test func `a changed photo is processed again by a resumed run, and by no other`() throws {
    let server = try ObjectStoreServer()
    for number in 0..<3 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    #expect(try run(try batch(server)).summary.done == 3)
    try server.bucket().put(Self.photo(9), as: "in/1.jpg", type: "image/jpeg")
    let (refused, _, _, reports) = try run(try batch(server))
    #expect(refused.unchanged == 2 && refused.failed == 1)
    let errors = reports.values.compactMap(\.error)
    #expect(errors.count == 1 && errors[0].hasSuffix("or resume the earlier run"), "\(errors)")
    var resuming = try batch(server)
    resuming.options.resumes = true
    let resumed = try run(resuming).summary
    #expect(resumed.unchanged == 2 && resumed.done == 1)
    #expect(try contents(server, "out/")["1.jpg"] == Self.photo(9).reversed())
  }

  @Test func `failed, interrupted or lost responses lose no photo and repeat none`() throws {
    let server = try ObjectStoreServer()
    for number in 0..<12 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    try server.control(
      .post, "/-/faults",
      """
      [{"method":"PUT","kind":"lost","count":3},{"method":"PUT","kind":"503","count":2},
       {"method":"GET","kind":"half","count":3},{"method":"GET","kind":"reset","count":2},
       {"method":"HEAD","kind":"500","count":2}]
      """)
    let processor = FakeMediaProcessor()
    let outcome = try run(try batch(server), processor)
    #expect(outcome.summary.done == 12 && outcome.summary.failed == 0, "\(outcome.reports.values.compactMap(\.error))")
    #expect(processor.fake.made.count == 12 && Set(processor.fake.made).count == 12)
    let made = try contents(server, "out/")
    for number in 0..<12 { #expect(made["\(number).jpg"] == Self.photo(number).reversed()) }
  }

  @Test func `of two concurrent runs, one keeps each result`() throws {
    let server = try ObjectStoreServer()
    for number in 0..<20 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    let summaries = Mutex<[BatchSummary]>([])
    let (one, other) = (try batch(server), try batch(server))
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      guard let summary = try? run(index == 0 ? one : other).summary else { return }
      summaries.withLock { $0.append(summary) }
    }
    let all = summaries.withLock { $0 }
    #expect(all.count == 2 && all.allSatisfy { $0.done + $0.unchanged == 20 && $0.failed == 0 })
    #expect(all.reduce(0) { $0 + $1.done } == 20)
    #expect(try contents(server, "out/").count == 20)
  }

  @Test func `a vanished bucket ends the run at once, and is reported`() throws {
    let server = try ObjectStoreServer()
    for number in 0..<30 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    let count = Mutex(0)
    let endpoint = server.endpoint
    let processor = FakeMediaProcessor { _ in
      guard
        count.withLock({
          $0 += 1
          return $0 == 10
        })
      else { return }
      _ = try? HTTPClient().answer(to: HTTPRequest(.delete, endpoint + "/-/buckets/results"))
    }
    let outcome = try run(try batch(server), processor)
    #expect(outcome.summary.stopped?.contains("s3://results: there is no such bucket") == true && !outcome.mayPass)
    #expect(outcome.summary.done < 20 && outcome.summary.notStarted >= 10)
    #expect(throws: S3Error.self) { try run(try batch(server)) }
  }

  @Test func `a store that stops responding is not waited for, and may be tried later`() throws {
    let server = try ObjectStoreServer()
    for number in 0..<30 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    try server.fail("PUT", "503", 1_000)
    let outcome = try run(try batch(server, attempts: 1))
    #expect(outcome.mayPass && outcome.summary.stopped?.contains("again later") == true)
    #expect(outcome.summary.failed < 10 && outcome.summary.notStarted > 15)
    try server.fail("PUT", "503", 0)
    #expect(try run(try batch(server)).summary.done == 30)
  }

  @Test func `results that would be one, or an input, fail by name`() throws {
    let server = try ObjectStoreServer()
    for name in ["in/a.jpg", "in/b.jpg", "in/x//c.jpg", "in/../d.jpg"] {
      try server.bucket().put(Self.photo(name.utf8.count), as: name, type: "image/jpeg")
    }
    var same = try batch(server)
    same.options.naming = try OutputNaming("same.jpg")
    let clash = try run(same)
    #expect(clash.summary.done == 1 && clash.summary.failed == 3)
    #expect(clash.reports.values.compactMap(\.error).contains { $0.contains("the result of s3://photos/in/") })
    #expect(clash.reports["s3://photos/in/../d.jpg"]?.error?.contains("stands for no place") == true)
    #expect(clash.reports["s3://photos/in/x//c.jpg"]?.error?.contains("stands for no place") == true)
    #expect(throws: BatchError.self) { try run(try batch(server, to: "s3://photos/in/")) }
    // Results below the inputs are no inputs of the next run.
    let below = try batch(server, to: "s3://photos/in/out")
    #expect(try run(below).summary.done == 2)
    let again = try run(below).summary
    #expect(again.unchanged == 2 && again.photos == 4)
    let one = try run(try batch(server, ["s3://photos/in/a.jpg"], to: "s3://photos/in"))
    #expect(one.reports["s3://photos/in/a.jpg"]?.error?.contains("would replace it") == true)
  }

  @Test func `no result in a folder replaces another one of the run`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    for (number, name) in ["a/x.jpg", "b/x.jpg"].enumerated() {
      try server.bucket().put(Self.photo(number), as: name, type: "image/jpeg")
    }
    for existing in [ExistingPolicy.error, .overwrite, .newer] {
      var batch = try batch(server, ["s3://photos/a/x.jpg", "s3://photos/b/x.jpg"], to: folder.file("\(existing)"))
      (batch.options.existing, batch.options.jobs) = (existing, 1)
      let outcome = try run(batch)
      #expect(outcome.summary.done == 1 && outcome.summary.failed == 1, "\(existing)")
      let error = try #require(outcome.reports["s3://photos/b/x.jpg"]?.error)
      #expect(error.hasPrefix("s3://photos/b/x.jpg: ") && error.contains("s3://photos/a/x.jpg"), "\(error)")
      #expect(error.contains(folder.file("\(existing)/x.jpg")) && error.contains("change the naming"), "\(error)")
    }
  }

  @Test(arguments: [ExistingPolicy.error, .overwrite]) func `mattes beside results do not collide either`(
    existing: ExistingPolicy
  ) throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    for (number, name) in ["in/x.jpg", "in/x.png"].enumerated() {
      try server.bucket().put(Self.photo(number), as: name, type: "image/jpeg")
    }
    for output in [folder.file("out"), "s3://results/out"] {
      var batch = try batch(server, to: output)
      (batch.options.existing, batch.options.jobs) = (existing, 1)
      // Results are replaced, so they must exist.
      if existing == .overwrite { _ = try run(batch, FakeMediaProcessor(recipe: "other")) }
      let outcome = try run(batch, FakeMediaProcessor(companions: [.hair, .teeth]))
      #expect(outcome.summary.done == 1 && outcome.summary.failed == 1, "\(output) \(outcome.reports)")
      let error = try #require(outcome.reports["s3://photos/in/x.png"]?.error)
      #expect(error.hasPrefix("s3://photos/in/x.png: ") && error.contains("s3://photos/in/x.jpg"), "\(error)")
      #expect(error.contains(output + "/x.hair.png"), "\(error)")
    }
    let mine = try contents(server, "out/")
    #expect(Set(mine.keys).isSuperset(of: ["x.jpg", "x.hair.png", "x.teeth.png"]))
  }

  @Test func `parts share nothing and miss nothing, as those of files`() throws {
    let server = try ObjectStoreServer(pageSize: 7)
    let names = (0..<24).map { "\($0 % 3)/\($0).jpg" }
    for (number, name) in names.enumerated() {
      try server.bucket().put(Self.photo(number), as: "in/\(name)", type: "image/jpeg")
    }
    var all: [String] = []
    for index in 1...3 {
      var part = try batch(server)
      part.options.shard = Shard("\(index)/3")
      let processor = FakeMediaProcessor()
      let summary = try run(part, processor).summary
      #expect(summary.shard == "\(index)/3" && summary.done == processor.fake.made.count)
      let expected = names.filter { Shard("\(index)/3")?.contains(FilePath($0)) == true }.map { "s3://photos/in/\($0)" }
      #expect(Set(processor.fake.made) == Set(expected))
      all += processor.fake.made
    }
    #expect(all.count == 24 && Set(all).count == 24)
  }

  @Test func `objects become files with a journal, and files objects`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    for number in 0..<4 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    let down = try batch(server, to: folder.file("out"))
    #expect(try run(down).summary.done == 4)
    _ = try server.requests()
    #expect(try run(down).summary.unchanged == 4)
    // Whether it is an object, and the list.
    #expect(try server.requests().count == 2)
    try AtomicFile.write([1], to: FilePath(folder.file("out/2.jpg")), overwriting: true)
    let refused = try run(down)
    #expect(refused.summary.unchanged == 3 && refused.summary.failed == 1)
    var resuming = down
    resuming.options.resumes = true
    #expect(try run(resuming).summary.done == 1)
    #expect(try PlainFile.read(FilePath(folder.file("out/2.jpg"))) == Self.photo(2).reversed())

    var up = try batch(server, [], to: "s3://results/up")
    up.files = (0..<4).map { number in
      let name = FilePath("\(number).jpg")
      return BatchInput(path: FilePath(folder.file("\(number).jpg")), relative: name)
    }
    for number in 0..<4 { _ = try folder.file("\(number).jpg", Self.photo(number)) }
    #expect(try run(up).summary.done == 4)
    #expect(try run(up).summary.unchanged == 4)
    #expect(try contents(server, "up/")["3.jpg"] == Self.photo(3).reversed())

    // Among objects a file may be named too; it is never replaced by its own result.
    var mixed = try batch(server, to: folder.url.path)
    mixed.files = up.files
    mixed.options.existing = .overwrite
    let outcome = try run(mixed)
    let own = outcome.reports.values.filter { $0.input.hasPrefix("/") }
    #expect(own.count == 4 && own.allSatisfy { $0.status == .failed })
    #expect(try PlainFile.read(FilePath(folder.file("3.jpg"))) == Self.photo(3))
  }

  @Test func `a plan reports what a run would do, and does nothing`() throws {
    let server = try ObjectStoreServer(pageSize: 2)
    for number in 0..<5 { try server.bucket().put(Self.photo(number), as: "in/\(number).jpg", type: "image/jpeg") }
    var one = try batch(server, ["s3://photos/in/3.jpg"])
    #expect(try run(one).summary.done == 1)
    var lines: [String] = []
    one = try batch(server)
    _ = try one.plan(FakeMediaProcessor()) { lines.append("\($0.input) \($0.output) \($0.action?.rawValue ?? "none")") }
    #expect(lines.count == 5 && lines[0] == "s3://photos/in/0.jpg s3://results/out/0.jpg make")
    #expect(lines[3] == "s3://photos/in/3.jpg s3://results/out/3.jpg skip")
    #expect(try contents(server, "out/").count == 1)
  }
}
