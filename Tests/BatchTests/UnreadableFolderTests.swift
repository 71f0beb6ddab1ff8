import Glibc
import MatteKit
import Synchronization
import SystemPackage
import Testing

@testable import Batch

/// Folders that may not be read: what is in them has no result, and that is a failure.
@Suite struct UnreadableFolderTests {
  /// Does something as somebody for whom permissions count, whoever runs the tests. On Linux each thread has a user of its
  /// own for the access to files: setfsuid(2), which Swift's Glibc lacks.
  private func asOtherUser<Result>(_ work: () throws -> Result) throws -> Result {
    let symbol = try #require(dlsym(nil, "setfsuid"))
    let setUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
    let own = setUser(65534)
    defer { _ = setUser(uid_t(bitPattern: own)) }
    return try work()
  }

  /// A tree with files in it, of which one folder is locked.
  private func tree() throws -> FileTree {
    let tree = try FileTree("in/a.jpg", "in/locked/b.jpg", "in/open/c.jpg", "in/names/d/e.jpg", "in/names/f.jpg")
    for (name, mode) in [("", 0o755), ("in/locked", 0), ("in/names", 0o744)] as [(String, mode_t)] {
      #expect(tree.place(name).withPlatformString { chmod($0, mode) } == 0)
    }
    return tree
  }

  private func unlock(_ tree: FileTree) {
    for name in ["in/locked", "in/names"] { _ = tree.place(name).withPlatformString { chmod($0, 0o755) } }
  }

  private func batch(_ tree: FileTree, _ inputs: String...) -> MediaBatch {
    var batch = MediaBatch(inputs: inputs.map(tree.place), output: tree.place("out"))
    batch.options.isRecursive = true
    return batch
  }

  private func plan(_ batch: MediaBatch) throws -> BatchPlan {
    try batch.plan(batch.collectInputs(JournalRecords()), JournalRecords(), for: FakeMediaProcessor())
  }

  @Test func `a run reports each as failed, and processes the rest`() throws {
    let tree = try tree()
    defer { unlock(tree) }
    let batch = batch(tree, "in")
    let plan: BatchPlan = try asOtherUser { try self.plan(batch) }
    #expect(plan.unreadable.map(\.relative.description) == ["locked", "names/d"])
    #expect(plan.warnings.contains("\(tree.place("in/locked")): the folder cannot be read: Permission denied"))
    let reports = Mutex<[FileReport]>([])
    let summary = try batch.run(
      plan, FakeMediaProcessor(), records: JournalRecords(), interruption: Interruption(),
      reporting: BatchRunner.Listeners(file: { file in reports.withLock { $0.append(file) } }))
    #expect(summary.photos == 5 && summary.failed >= 2 && summary.notStarted == 0)
    #expect(summary.folders == [SearchedFolder(path: tree.place("in").description, isRecursive: true)])
    let failed = reports.withLock { $0.filter { $0.status == .failed } }
    let locked = try #require(failed.first { $0.inputPath == tree.place("in/locked") })
    #expect(locked.error == "\(tree.place("in/locked")): the folder cannot be read: Permission denied")
    #expect(locked.outputPath == tree.place("out/locked") && !plan.isOfUnreadableInputs)
  }

  @Test func `a link that may not be followed is no folder`() throws {
    let tree = try tree()
    defer { unlock(tree) }
    try tree.link("in/open/notes", to: tree.place("in/locked/notes").description)
    try asOtherUser {
      let plan = try plan(batch(tree, "in"))
      #expect(plan.unreadable.map(\.relative.description) == ["locked", "names/d"])
      #expect(plan.map(\.relativeOutput.description).contains("open/c.jpg"))
    }
  }

  @Test func `those that failed are tried again with all that is in them`() throws {
    let tree = try tree()
    unlock(tree)
    var batch = batch(tree, "in")
    batch.selection = [tree.place("out/locked"), tree.place("out/open/c.jpg")]
    #expect(try plan(batch).map(\.relativeOutput.description) == ["locked/b.jpg", "open/c.jpg"])
    batch.selection = [tree.place("out")]
    #expect(try plan(batch).photoCount == 5)
  }

  @Test func `one that an argument names is distinguished from one below it`() throws {
    let tree = try tree()
    defer { unlock(tree) }
    try asOtherUser {
      let alone = try plan(batch(tree, "in/locked"))
      #expect(alone.isEmpty && alone.isOfUnreadableInputs && alone.unreadable.count == 1)
      #expect(try !plan(batch(tree, "in/locked", "in/open")).isOfUnreadableInputs)
    }
  }

  @Test func `a pattern that leads into one reports it`() throws {
    let tree = try tree()
    defer { unlock(tree) }
    try asOtherUser {
      let plan = try plan(batch(tree, "in/**/*.jpg"))
      #expect(plan.unreadable.map(\.path) == [tree.place("in/locked")])
      #expect(plan.map(\.relativeOutput.description).contains("open/c.jpg"))
      #expect(try self.plan(batch(tree, "nowhere/*.jpg")).warnings.count == 1)
    }
  }
}
