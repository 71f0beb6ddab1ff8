import Batch
import Foundation
import Support
import Testing

@testable import mattetool

@Suite struct FolderChangesTests {
  private static let isLocal: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return FolderChanges.fileSystemType(of: FilePath(folder.path)).map { !FolderChanges.isOfNetwork($0) } ?? true
  }()

  @Test(.enabled(if: isLocal, "needs temporary folders that are not on a network"))
  func `a new file ends the wait, and so does a request to end`() throws {
    let temporary = try TemporaryFolder()
    let folder = FilePath(temporary.path)
    let changes = FolderChanges(of: folder)
    #expect(changes.method == .inotify)
    #expect(changes.watch([folder]) && !changes.watch([folder]))
    try temporary.file("a", Array("x".utf8))
    // Without the file this would take half a minute; here the request to end comes first.
    let start = ContinuousClock.now
    changes.wait(isSettling: false) { false }
    #expect(ContinuousClock.now - start < .seconds(25))
    var asked = 0
    changes.wait(isSettling: false) {
      asked += 1
      return asked > 2
    }
    #expect(asked == 3)
    // A missing folder is searched for until it exists, and then watched.
    let other = folder.appending("other")
    #expect(!changes.watch([folder, other]) && changes.method == .inotify)
    let look = ContinuousClock.now
    changes.wait(isSettling: false) { false }
    #expect(ContinuousClock.now - look < .seconds(25))
    for _ in 0..<2 {
      try FileManager.default.createDirectory(atPath: other.string, withIntermediateDirectories: true)
      #expect(changes.watch([folder, other]) && !changes.watch([folder, other]))
      // Another one at its place is another one.
      try FileManager.default.moveItem(atPath: other.string, toPath: folder.string + "/" + UUID().uuidString)
    }
  }

  @Test func `polling is used on request`() throws {
    let temporary = try TemporaryFolder()
    let folder = FilePath(temporary.path)
    let changes = FolderChanges(of: folder, polls: true)
    #expect(changes.method != .inotify && !changes.watch([folder]))
    changes.wait(isSettling: false) { false }
  }

  @Test func `network file systems are recognised by type`() {
    #expect(FolderChanges.fileSystemType(of: "/proc") == "proc")
    #expect(["nfs4", "fuse.sshfs", "cifs"].allSatisfy(FolderChanges.isOfNetwork))
    #expect(!["ext4", "tmpfs", "overlay", "proc"].contains(where: FolderChanges.isOfNetwork))
  }
}
