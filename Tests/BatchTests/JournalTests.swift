import Checksums
import Foundation
import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct JournalTests {
  private let recipe = String(repeating: "a", count: 64)

  private func entry(_ output: String, input: String = "1", content: String = "") -> JournalEntry {
    JournalEntry(
      input: input, recipe: recipe, output: FilePath(output).percentEncoded,
      digest: SHA256(Array((content.isEmpty ? output : content).utf8)).description, faceCount: 2, mattes: ["hair"],
      warnings: [])
  }

  private func journal(_ tree: FileTree, known: Set<FilePath> = [], shard: Shard? = nil) throws -> Journal {
    try Journal(in: tree.path, recipe: recipe, shard: shard, known: known)
  }

  /// What is recorded of an output, if it is still there as it was made.
  private func intact(_ name: String, _ records: JournalRecords, _ tree: FileTree) -> JournalEntry? {
    records.entries[entry(name).key].flatMap { $0.isIntact(in: tree.path) ? $0 : nil }
  }

  @Test func `recorded entries are read again, whatever the names`() throws {
    let tree = try FileTree("a b\n.jpg")
    let odd = FilePath(bytes: Array("x/".utf8) + [0xFF, 0xFE])
    do {
      let journal = try journal(tree)
      try journal.claim([FilePath("a b\n.jpg"), odd])
      try journal.record(entry("a b\n.jpg"))
    }
    let records = JournalRecords(in: tree.path)
    #expect(records.places(of: recipe) == [FilePath("a b\n.jpg"), odd])
    #expect(records.places(of: String(repeating: "b", count: 64)).isEmpty)
    #expect(intact("a b\n.jpg", records, tree) == entry("a b\n.jpg"))
    #expect(records.entries[entry("a b\n.jpg", input: "2").key] == nil)
  }

  @Test func `a changed or missing result does not count as done`() throws {
    let tree = try FileTree("a.jpg", "b.jpg")
    do {
      let journal = try journal(tree)
      for name in ["a.jpg", "b.jpg"] { try journal.record(entry(name)) }
    }
    try tree.write("a.jpg", "touched")
    try FileManager.default.removeItem(at: tree.url.appending(path: "b.jpg"))
    let records = JournalRecords(in: tree.path)
    for name in ["a.jpg", "b.jpg"] { #expect(intact(name, records, tree) == nil) }
    #expect(records.places(of: recipe).count == 2)
  }

  @Test func `a journal truncated anywhere keeps its complete lines and can be continued`() throws {
    let tree = try FileTree("a.jpg", "b.jpg")
    let path: FilePath
    do {
      let journal = try journal(tree)
      path = journal.path
      try journal.claim([FilePath("a.jpg"), FilePath("b.jpg")])
      try journal.record(entry("a.jpg"))
    }
    let whole = try PlainFile.read(path)
    let lines = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for count in whole.indices {
      try AtomicFile.write(Array(whole[..<count]), to: path, overwriting: true)
      let places = JournalRecords(in: tree.path).places(of: recipe)
      #expect(places.count == min(2, lines.filter { $0 <= count }.count))
      do {
        let journal = try journal(tree, known: places)
        try journal.record(entry("b.jpg"))
      }
      let records = JournalRecords(in: tree.path)
      #expect(intact("b.jpg", records, tree) != nil)
      #expect(records.entries.count == 1 + (count == whole.count ? 1 : 0))
    }
  }

  @Test func `a lock inherited briefly by a starting program is waited for`() throws {
    let tree = try FileTree()
    let path = try journal(tree).path
    let other = open(path.string, O_RDWR | O_CLOEXEC)
    try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
    Thread.detachNewThread {
      usleep(50_000)
      close(other)
    }
    _ = try journal(tree)
  }

  @Test func `one process at a time has a journal, and parts of a list have their own`() throws {
    let tree = try FileTree()
    let first = try journal(tree)
    #expect(throws: BatchError.self) { try journal(tree) }
    let part = try journal(tree, shard: Shard("1/2"))
    #expect(part.path != first.path)
    withExtendedLifetime((first, part)) {}
  }

  @Test func `places are recorded once`() throws {
    let tree = try FileTree()
    let journal = try Journal(in: tree.path, recipe: recipe, shard: nil, known: [FilePath("a")], remembers: true)
    try journal.claim([FilePath("a"), FilePath("b"), FilePath("b")])
    try journal.claim([FilePath("b")])
    #expect(try PlainFile.read(journal.path) == Array("{\"place\":\"b\"}\n".utf8))
  }

  @Test func `a journal that is removed with its folder, moved or replaced is restored completely`() throws {
    let outer = try FileTree()
    let folder = outer.place("out")
    func records() -> JournalRecords { JournalRecords(in: folder) }
    try Folder.make(folder)
    let journal = try Journal(in: folder, recipe: recipe, shard: nil, known: [])
    try journal.claim([FilePath("a.jpg"), FilePath("b.jpg")])
    try journal.record(entry("a.jpg"))
    try FileManager.default.removeItem(atPath: folder.string)
    // Before the next output is written, and not only with its record.
    try journal.restore()
    #expect(records().places(of: recipe) == [FilePath("a.jpg"), FilePath("b.jpg")])
    #expect(records().entries.count == 1)
    try FileManager.default.moveItem(atPath: folder.string, toPath: outer.place("aside").string)
    try journal.record(entry("b.jpg"))
    #expect(records().entries.count == 2)
    // Another process is kept out as before.
    #expect(throws: BatchError.self) { try Journal(in: folder, recipe: recipe, shard: nil, known: []) }
    // Lines of one that is there by now stay, but for half a one.
    try FileManager.default.removeItem(atPath: journal.path.string)
    try AtomicFile.write(Array("{\"place\":\"c.jpg\"}\n{\"pla".utf8), to: journal.path)
    try journal.claim([FilePath("d.jpg")])
    #expect(records().places(of: recipe) == Set(["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map { FilePath($0) }))
    #expect(records().entries.count == 2)
  }

  @Test func `a journal whose place another run has taken is an error, and writes nothing there`() throws {
    let tree = try FileTree()
    let first = try journal(tree)
    try first.claim([FilePath("a.jpg")])
    try FileManager.default.removeItem(atPath: first.path.string)
    let second = try journal(tree)
    #expect(throws: PhotoFileError.self) { try first.restore() }
    #expect(throws: PhotoFileError.self) { try first.record(entry("a.jpg")) }
    #expect(try PlainFile.read(second.path).isEmpty)
    withExtendedLifetime(second) {}
  }

  @Test func `foreign lines and files do no harm`() throws {
    let tree = try FileTree()
    try tree.write(
      ".mattetool-aaaaaaaaaaaaaaaa.journal", "not json\n{\"place\":\"a\"}\n{\"place\":7}\n[]\n\n{\"done\":{}}\n")
    try FileManager.default.createDirectory(
      at: tree.url.appending(path: ".mattetool-folder.journal"), withIntermediateDirectories: true)
    #expect(JournalRecords(in: tree.path).allPlaces == [FilePath("a")])
  }
}
