import Batch
import Foundation
import MatteKit
import Support
import Synchronization
import Testing

/// What a Swift program can do through the public interface.
@Suite(.serialized) struct MediaBatchTests {
  private static let portrait = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")

  /// A folder of small portraits.
  private struct Shoot {
    let folder: TemporaryFolder
    var input: FilePath { FilePath(folder.file("in")) }
    var output: FilePath { FilePath(folder.file("out")) }

    init(_ names: String...) throws {
      folder = try TemporaryFolder()
      let portrait = try Photo(contentsOf: MediaBatchTests.portrait).data(as: .jpeg(quality: 0.8))
      for name in names { try folder.file("in/\(name)", portrait) }
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.url.appending(path: name))) }
  }

  private func processor() throws -> EffectProcessor {
    var options = ProcessingOptions()
    options.matteQuality = .fast
    return try EffectProcessor(named: "blur-background", settings: ["strength": 0.5], options: options)
  }

  @Test func `bytes go in and bytes come out`() throws {
    let data = [UInt8](try Data(contentsOf: Self.portrait))
    let processor = try processor()
    let processed = try processor.process(data, as: .heic)
    #expect(processed.faces.count == 1)
    // HEIC has no place for the sample's comment.
    #expect(processed.warnings.count == 1 && processed.warnings.allSatisfy { $0.contains("Comment") })
    let photo = try Photo(data: processed.data)
    #expect(photo.sourceFormat == .heic && Set(photo.mattes.kinds) == Set(processed.mattes))
    #expect(try Photo(data: processor.process(data).data).sourceFormat == .png)
    let error = #expect(throws: ProcessingError.self) { try processor.process([1, 2, 3], name: "noise") }
    #expect(error?.underlying as? PhotoFileError == .unknownFormat(file: "noise"))
    #expect(throws: EffectError.self) { try EffectProcessor(named: "no-such-effect") }
  }

  @Test func `a batch mirrors the tree, resumes, and gives the bytes that the processor gives`() async throws {
    let shoot = try Shoot("a.jpg", "sub/b.jpg")
    try shoot.folder.file("in/c.jpg", Array("no picture".utf8))
    var batch = MediaBatch(inputs: [shoot.input], output: shoot.output)
    batch.options.isRecursive = true
    batch.options.jobs = 2
    let processor = try processor()
    #expect(try batch.plan(for: processor).files.map(\.action) == [.make, .make, .make])

    let reports = Mutex<[FileReport]>([])
    let first = try await batch.run(processor) { report in reports.withLock { $0.append(report) } }
    #expect(first.photos == 3 && first.done == 2 && first.failed == 1 && !first.isInterrupted)
    let failed = reports.withLock { $0.first { $0.status == .failed } }
    #expect(failed?.inputPath == shoot.input.appending("c.jpg") && failed?.error?.contains("c.jpg") == true)
    #expect(try shoot.bytes("out/sub/b.jpg") == processor.process(shoot.bytes("in/sub/b.jpg")).data)

    await #expect {
      try await batch.run(processor)
    } throws: {
      "\($0)".contains("2 outputs exist already; ") && "\($0)".contains("or resume the earlier run:")
    }
    batch.options.resumes = true
    let second = try await batch.run(processor)
    #expect(second.unchanged == 2 && second.done == 0 && second.failed == 1)
  }

  @Test func `a cancelled batch counts what it left, and a later one resumes it`() async throws {
    let shoot = try Shoot("a.jpg", "b.jpg", "c.jpg")
    var batch = MediaBatch(inputs: [shoot.input], output: shoot.output)
    batch.options.jobs = 1
    let processor = try processor()
    let work = Task { [batch] in try await batch.run(processor) }
    work.cancel()
    let first = try await work.value
    #expect(first.isInterrupted && first.done + first.notStarted == 3)
    batch.options.resumes = true
    let second = try await batch.run(processor)
    #expect(second.unchanged == first.done && second.unchanged + second.done == 3)
  }

  @Test func `effects of one's own are known by their identifier`() async throws {
    let shoot = try Shoot("a.jpg")
    let batch = MediaBatch(inputs: [shoot.input], output: shoot.output)
    let stack = try EffectPreset(named: "mono-background").stack
    #expect(try await batch.run(EffectProcessor(IdentifiedEffects(stack, identifier: "mine 1"))).done == 1)
    var again = batch
    again.options.resumes = true
    #expect(try await again.run(EffectProcessor(IdentifiedEffects(stack, identifier: "mine 1"))).unchanged == 1)
    // Another identifier does not replace this one's results.
    await #expect(throws: BatchError.self) {
      try await again.run(EffectProcessor(IdentifiedEffects(stack, identifier: "mine 2")))
    }
  }

  @Test func `a folder that cannot be written is reported before any work starts`() async throws {
    let shoot = try Shoot("a.jpg")
    let blocked = FilePath(try shoot.folder.file("file", [1]).path)
    let batch = MediaBatch(inputs: [shoot.input], output: blocked)
    await #expect { try await batch.run(try processor()) } throws: { error in
      if case .cannotStart(.photo(.unwritable))? = error as? BatchError { true } else { false }
    }
  }

  @Test func `too little memory is reported before any work starts`() async throws {
    let shoot = try Shoot("a.jpg")
    var batch = MediaBatch(inputs: [shoot.input], output: shoot.output)
    batch.options.memory = 1 << 20
    await #expect { try await batch.run(try processor()) } throws: { error in
      if case .memoryTooSmall = error as? BatchError { true } else { false }
    }
  }
}
