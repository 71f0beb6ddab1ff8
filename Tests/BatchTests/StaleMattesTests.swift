import Glibc
import MatteKit
import Synchronization
import SystemPackage
import Testing

@testable import Batch

/// Mattes beside results that an earlier run left, of kinds that the photo does not have now.
@Suite struct StaleMattesTests {
  private static let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

  /// The rest of the first bytes of a matte.
  private static let gray = Array("IHDR".utf8) + [0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0]

  private func tree(_ names: String...) throws -> FileTree {
    let tree = try FileTree()
    for name in names {
      try Folder.make(tree.place(name).folder)
      try AtomicFile.write(Self.start + Array(name.utf8), to: tree.place(name))
    }
    return tree
  }

  private func run(_ tree: FileTree, _ companions: [MatteKind], _ change: (inout MediaBatch) -> Void) throws
    -> (summary: BatchSummary, warnings: [String])
  {
    var batch = MediaBatch(inputs: [tree.place("in")], output: tree.place("out"))
    change(&batch)
    let processor = FakeMediaProcessor(companions: companions)
    let records = JournalRecords(in: batch.output)
    let warnings = Mutex<[String]>([])
    let summary = try batch.run(
      batch.plan(batch.collectInputs(records), records, for: processor), processor, records: records,
      interruption: Interruption(),
      reporting: BatchRunner.Listeners(file: { file in warnings.withLock { $0 += file.warnings } }))
    return (summary, warnings.withLock { $0 }.sorted())
  }

  private func names(_ tree: FileTree) throws -> Set<String> {
    Set(try Folder.names(in: tree.place("out")).map(\.string).filter { !$0.hasPrefix(".") })
  }

  @Test func `a run that overwrites removes mattes that it would have written, and no other file`() throws {
    let tree = try tree("in/bare.png", "in/b.png")
    for name in ["bare.png", "bare.skin.png", "bare.hair.jpg", "b.teeth.png", "c.hair.png"] {
      try tree.write("out/" + name)
    }
    for name in ["bare.hair.png", "bare.teeth.png"] {
      try AtomicFile.write(Self.start + Self.gray, to: tree.place("out/" + name))
    }
    try Folder.make(tree.place("out/bare.portrait.png"))
    let outcome = try run(tree, [.hair, .teeth, .portrait]) { $0.options.existing = .overwrite }
    #expect(outcome.summary.done == 2, "\(outcome)")
    #expect(
      try names(tree) == [
        "bare.png", "bare.skin.png", "bare.hair.jpg", "bare.portrait.png", "b.png", "b.hair.png", "b.teeth.png",
        "b.portrait.png", "c.hair.png",
      ])
    #expect(
      outcome.warnings
        == ["hair", "teeth"].map {
          "\(tree.place("out/bare.\($0).png")) of an earlier run is removed: there is no \($0) matte now"
        })
    // What was there is of this run now.
    #expect(tree.content("out/b.teeth.png") != "out/b.teeth.png")
  }

  @Test func `a file with a matte's name that is none stays, and is reported`() throws {
    let tree = try tree("in/bare.png", "out/bare.hair.png")
    // A colour photo, and 16 bits of gray.
    for (name, depth, color) in [("teeth", 8, 2), ("skin", 16, 0)] as [(String, UInt8, UInt8)] {
      var bytes = Self.start + Self.gray
      (bytes[24], bytes[25]) = (depth, color)
      try AtomicFile.write(bytes, to: tree.place("out/bare.\(name).png"))
    }
    let outcome = try run(tree, [.hair, .teeth, .skin]) { $0.options.existing = .overwrite }
    #expect(outcome.summary.done == 1, "\(outcome)")
    #expect(try names(tree) == ["bare.png", "bare.hair.png", "bare.skin.png", "bare.teeth.png"])
    #expect(outcome.warnings.count == 3 && outcome.warnings.allSatisfy { $0.contains("may be of an earlier run") })
  }

  @Test func `a resumed run removes its own mattes, and one that replaces nothing removes none`() throws {
    let tree = try tree("in/a.png")
    #expect(try run(tree, [.hair]) { _ in }.summary.done == 1)
    let result = tree.place("out/a.png")
    // Another photo of that name, which has no mattes; it is still known by its place.
    try tree.write("out/a.teeth.png")
    try AtomicFile.write(Self.start + Array("bare".utf8), to: tree.place("in/a.png"), overwriting: true)
    let processed = try run(tree, [.hair]) { $0.options.resumes = true }
    #expect(processed.summary.done == 1 && (try? result.stat()) != nil)
    #expect(try names(tree) == ["a.png", "a.teeth.png"] && processed.warnings.count == 1, "\(processed)")
    try tree.write("out/b.hair.png")
    try AtomicFile.write(Self.start + Array("bare".utf8), to: tree.place("in/b.png"))
    _ = try run(tree, [.hair]) { $0.options.existing = .skip }
    #expect(try names(tree) == ["a.png", "a.teeth.png", "b.png", "b.hair.png"])
  }
}
