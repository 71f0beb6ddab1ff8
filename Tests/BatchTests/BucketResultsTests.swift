import Checksums
import MatteKit
import ObjectStorage
import ObjectStore
import Support
import Synchronization
import SystemPackage
import Testing

@testable import Batch

/// Which objects results in a bucket may replace, and what they record of their photos.
@Suite struct BucketResultsTests {
  private static func photo(_ number: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + Array("photo \(number)".utf8) }

  private func batch(
    _ server: ObjectStoreServer, _ inputs: [String], to output: String = "s3://results/out",
    _ change: (inout RemoteBatch) throws -> Void = { _ in }
  ) throws -> RemoteBatch {
    var settings = RemoteFiles.Settings()
    settings.retries = RetryPolicy(maximumAttempts: 8, firstDelay: 0)
    (settings.web.allowsHTTP, settings.web.allowsPrivateAddresses) = (true, true)
    var batch = RemoteBatch(
      output: try FilePlace(output), remote: RemoteFiles(settings, environment: server.environment))
    batch.arguments = try inputs.map { try FilePlace($0) }
    (batch.options.isRecursive, batch.options.jobs) = (true, 1)
    try change(&batch)
    return batch
  }

  private func run(
    _ batch: RemoteBatch, _ processor: FakeMediaProcessor = FakeMediaProcessor()
  ) throws -> (summary: BatchSummary, reports: [PhotoReport]) {
    let reports = Mutex<[PhotoReport]>([])
    let outcome = try batch.run(
      processor, interruption: Interruption(),
      reporting: BatchRunner.Listeners(file: { file in
        if case .photo(let photo) = file { reports.withLock { $0.append(photo) } }
      }))
    return (outcome.summary, reports.withLock { $0 })
  }

  /// Files of a folder of a disk, named from it on.
  private func files(_ folder: TemporaryFolder, _ names: String..., below path: String? = nil) -> [BatchInput] {
    names.map { BatchInput(path: FilePath((path ?? folder.url.path) + "/" + $0), relative: FilePath($0)) }
  }

  private func fill(_ server: ObjectStoreServer, _ names: String...) throws {
    for (number, name) in names.enumerated() {
      try server.bucket().put(Self.photo(number), as: name, type: "image/jpeg")
    }
  }

  @Test(arguments: [
    ["s3://photos/in/a.jpg", "s3://photos/in/a.heic"], ["s3://photos/in/b", "s3://photos/in/a.heic"],
    ["s3://photos/in/c", "s3://photos/in/a.jpg"],
  ]) func `no result replaces another input, named or listed`(inputs: [String]) throws {
    let server = try ObjectStoreServer()
    try fill(server, "in/a.jpg", "in/a.heic", "in/b/a.jpg", "in/c/a.jpg", "in/c/in/c/a.heic")
    let before = try server.bucket().page(prefix: "in/").objects
    let batch = try batch(server, inputs, to: inputs[1].hasSuffix("heic") ? "s3://photos/in" : "s3://photos") {
      ($0.options.format, $0.options.existing) = (.heic, .overwrite)
      if inputs[0].hasSuffix("c") { $0.options.naming = try OutputNaming("in/c/in/c/{stem}.{ext}") }
    }
    let outcome = try run(batch)
    #expect(outcome.summary.failed == outcome.summary.photos && outcome.summary.done == 0, "\(outcome.reports)")
    #expect(outcome.reports.allSatisfy { $0.error?.contains("input") == true })
    #expect(try server.bucket().page(prefix: "in/").objects == before)
  }

  @Test func `the inputs of a listing are determined without one`() throws {
    let inputs = InputPlaces(
      try ["s3://photos/in", "s3://other/"].map { try FilePlace($0) }, isRecursive: true,
      output: try S3Location("s3://photos/in/out/"))
    for (place, isListed) in [
      ("photos/in/a.jpg", true), ("photos/in/b/c/a.heic", true), ("photos/a.jpg", false), ("photos/in.jpg", false),
      ("photos/in/out/a.jpg", false), ("photos/in/.b/a.jpg", false), ("photos/in/a.txt", false), ("other/a.png", true),
    ] { #expect(inputs.isListed(try S3Location("s3://" + place)) == isListed, "\(place)") }
    let flat = InputPlaces([try FilePlace("s3://photos/in/")], isRecursive: false, output: nil)
    #expect(try flat.isListed(S3Location("s3://photos/in/a.jpg")))
    #expect(try !flat.isListed(S3Location("s3://photos/in/b/a.jpg")))
  }

  @Test func `two inputs never replace one foreign object`() throws {
    let server = try ObjectStoreServer()
    try fill(server, "c/a.jpg", "c/a.jpeg", "c/b.jpg", "c/b.jpeg")
    for name in ["a", "b"] { try server.bucket("results").put([1], as: "c/\(name).heic", type: "image/heic") }
    let batch = try batch(server, ["s3://photos/c"], to: "s3://results/c") {
      ($0.options.format, $0.options.existing, $0.options.jobs) = (.heic, .overwrite, 4)
    }
    let outcome = try run(batch)
    #expect(outcome.summary.done == 2 && outcome.summary.failed == 2, "\(outcome.reports)")
    let errors = outcome.reports.compactMap(\.error)
    #expect(errors.allSatisfy { $0.contains("belongs to the result of s3://photos/c/") }, "\(errors)")
  }

  @Test func `an object written by another program during processing stays`() throws {
    let server = try ObjectStoreServer()
    try fill(server, "in/a.jpg")
    let results = server.bucket("results")
    try results.put([1], as: "out/a.jpg", type: "image/jpeg")
    let processor = FakeMediaProcessor { _ in _ = try? results.put([2], as: "out/a.jpg", type: "image/jpeg") }
    let outcome = try run(try batch(server, ["s3://photos/in"]) { $0.options.existing = .overwrite }, processor)
    #expect(outcome.summary.failed == 1 && outcome.reports[0].error?.contains("was changed") == true)
    #expect(try results.get("out/a.jpg").bytes == [2])
    // A lost response does not make the object another program's.
    try server.fail("PUT", "lost", 2)
    #expect(try run(try batch(server, ["s3://photos/in"]) { $0.options.existing = .overwrite }).summary.done == 1)
  }

  @Test func `results contain no address and no folder, and a run can continue with others`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    _ = try folder.file("p.jpg", Self.photo(1))
    let address = server.endpoint + "/-/web/w.jpg"
    try server.control(.post, "/-/web/w.jpg", String(decoding: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], as: UTF8.self))
    try fill(server, "in/o.jpg")
    func run(query: String, below path: String) throws -> (summary: BatchSummary, reports: [PhotoReport]) {
      try self.run(
        try batch(server, ["s3://photos/in/o.jpg", address + query]) {
          $0.files = files(folder, "p.jpg", below: path)
          $0.options.format = .jpeg
        })
    }
    let first = try run(query: "?X-Amz-Signature=5ec2e7", below: folder.url.path)
    #expect(first.summary.done == 3, "\(first.reports)")
    #expect(first.reports.contains { $0.input == address } && !"\(first.reports)".contains("5ec2e7"))
    for object in try server.bucket("results").page(prefix: "out/").objects {
      let metadata = try #require(try server.bucket("results").head(object.key)).metadata
      #expect(metadata["mattekit-input"]?.hasPrefix("sha256:") == true)
      let all = metadata.values.joined(separator: " ")
      #expect(!all.contains("5ec2e7") && !all.contains("/") && !all.contains("photos"), "\(all)")
    }
    let again = try run(
      query: "?X-Amz-Signature=c0ffee", below: folder.url.path + "/../\(folder.url.lastPathComponent)")
    #expect(again.summary.unchanged == 3, "\(again.reports)")
    let failed = try run(query: "none.jpg?X-Amz-Signature=5ec2e7", below: folder.url.path)
    #expect(failed.summary.failed == 1 && !"\(failed.reports)".contains("5ec2e7"), "\(failed.reports)")
  }

  @Test(arguments: [true, false]) func `a query distinguishes photos of the web, and its signature does not`(
    isBucket: Bool
  ) throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    func run(
      _ query: String, _ content: String, _ existing: ExistingPolicy = .error, resumes: Bool = false
    ) throws -> (status: FileReport.Status?, error: String) {
      try server.control(.post, "/-/web/w.jpg", "GIF89a" + content)
      let address = server.endpoint + "/-/web/w.jpg?" + query
      let outcome = try self.run(
        try batch(server, [address], to: isBucket ? "s3://results/out" : folder.file("out")) {
          ($0.options.format, $0.options.existing, $0.options.resumes) = (.jpeg, existing, resumes)
        }, FakeMediaProcessor(companions: [.hair]))
      return (outcome.reports.first?.status, outcome.reports.first?.error ?? "")
    }
    func made() throws -> [[UInt8]] {
      try ["w.jpg", "w.hair.png"].map { name in
        try isBucket
          ? server.bucket("results").get("out/" + name).bytes : PlainFile.read(FilePath(folder.file("out/" + name)))
      }
    }
    #expect(try run("id=1&X-Amz-Signature=a", "one").status == .done)
    let first = try made()
    for existing in [ExistingPolicy.newer, .error] {
      let other = try run("id=2&X-Amz-Signature=a", "bare", existing, resumes: true)
      #expect(other.status == .failed && other.error.contains(isBucket ? "another photo" : "another input"))
    }
    #expect(try made() == first)
    #expect(try run("X-Amz-Signature=b&X-Amz-Expires=60&id=1", "two", resumes: true).status == .done)
    let second = try made()
    #expect(second[0] != first[0])
    // The same bytes give the same result, whatever the address.
    #expect(try run("id=3", "two").status == .unchanged)
  }

  @Test func `objects of earlier versions are known by the addresses in them`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    _ = try folder.file("p.jpg", Self.photo(1))
    try fill(server, "in/o.jpg")
    let batch = try batch(server, ["s3://photos/in/o.jpg"]) { $0.files = files(folder, "p.jpg") }
    #expect(try run(batch).summary.done == 2)
    let results = server.bucket("results")
    for (key, name) in [("out/o.jpg", "s3://photos/in/o.jpg"), ("out/p.jpg", "elsewhere/p.jpg")] {
      var metadata = try #require(try results.head(key)).metadata
      metadata["mattekit-input"] = PercentEncoding.encoded(name, keepingSlashes: true)
      metadata["mattekit-input-source"] = nil
      try results.put([7], as: key, type: "image/jpeg", metadata: metadata)
    }
    #expect(try run(batch).summary.unchanged == 2)
  }

  @Test func `a resumed run does not replace another folder's photo of the same name`() throws {
    let server = try ObjectStoreServer()
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    for (number, folder) in [one, other].enumerated() { _ = try folder.file("p.jpg", Self.photo(number)) }
    func run(_ folder: TemporaryFolder, _ existing: ExistingPolicy = .error) throws -> BatchSummary {
      try self.run(
        try batch(server, []) {
          $0.files = files(folder, "p.jpg")
          ($0.options.resumes, $0.options.existing) = (true, existing)
        }
      ).summary
    }
    #expect(try run(one).done == 1)
    #expect(try run(other).failed == 1)
    #expect(try run(one).unchanged == 1)
    _ = try one.file("p.jpg", Self.photo(7))
    #expect(try run(one).done == 1)
    #expect(try run(other, .overwrite).done == 1)
  }

  @Test func `a missing matte is made again, and a foreign one stays`() throws {
    let server = try ObjectStoreServer()
    try fill(server, "in/a.jpg", "in/bare.jpg")
    let batch = try batch(server, ["s3://photos/in"]) { $0.options.resumes = true }
    let processor = FakeMediaProcessor(companions: [.hair, .teeth])
    #expect(try run(batch, processor).summary.done == 2)
    #expect(try run(batch, processor).summary.unchanged == 2)
    let results = server.bucket("results")
    try results.delete("out/a.hair.png")
    #expect(try run(batch, processor).summary.done == 1)
    #expect(try results.head("out/a.hair.png") != nil)
    try results.put([1], as: "out/a.teeth.png", type: "image/png")
    let outcome = try run(batch, processor)
    #expect(outcome.summary.failed == 1 && outcome.summary.unchanged == 1)
    #expect(try results.get("out/a.teeth.png").bytes == [1])
  }

  @Test func `no matte in a folder replaces a photo that is processed`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    for name in ["a.hair.png", "a.teeth.png"] { _ = try folder.file(name, Self.photo(3)) }
    try fill(server, "in/a.jpg", "in/bare.jpg")
    let batch = try batch(server, ["s3://photos/in/a.jpg"], to: folder.url.path) {
      $0.files = files(folder, "a.hair.png", "a.teeth.png")
      $0.options.existing = .overwrite
      $0.options.naming = try OutputNaming("{stem}.jpg")
    }
    let outcome = try run(batch, FakeMediaProcessor(companions: [.hair, .teeth]))
    let error = try #require(outcome.reports.first { $0.input == "s3://photos/in/a.jpg" }?.error)
    #expect(error.contains("a.hair.png: a result would replace it"), "\(error)")
    var alone = batch
    alone.files = []
    let reading = FakeMediaProcessor(companions: [.hair, .teeth], readFiles: [FilePath(folder.file("a.teeth.png"))])
    #expect(try run(alone, reading).reports.first?.error?.contains("read by the effect") == true)
    for name in ["a.hair.png", "a.teeth.png"] {
      #expect(try PlainFile.read(FilePath(folder.file(name))) == Self.photo(3))
    }
  }

  @Test func `objects of one name from two prefixes do not follow each other into a folder`() throws {
    let server = try ObjectStoreServer()
    let folder = try TemporaryFolder()
    try fill(server, "a/x.jpg", "b/x.jpg")
    func run(_ prefix: String) throws -> (summary: BatchSummary, reports: [PhotoReport]) {
      try self.run(try batch(server, ["s3://photos/\(prefix)"], to: folder.file("out")) { $0.options.resumes = true })
    }
    #expect(try run("a").summary.done == 1)
    let other = try run("b")
    #expect(other.summary.failed == 1 && other.reports[0].error?.contains("another input") == true, "\(other.reports)")
    #expect(try PlainFile.read(FilePath(folder.file("out/x.jpg"))) == Self.photo(0).reversed())
    try server.bucket().put(Self.photo(5), as: "a/x.jpg", type: "image/jpeg")
    #expect(try run("a").summary.done == 1)
  }
}
