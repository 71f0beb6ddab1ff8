import FoundationEssentials
import Glibc

/// The identity of a path's file, after resolving links: two paths of one file have the same.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  package init(_ facts: stat) {
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
  }

  /// Nil if there is no such file.
  package init?(_ url: URL) {
    var facts = stat()
    guard url.isFileURL, !url.path.utf8.contains(0), stat(url.path, &facts) == 0 else { return nil }
    self.init(facts)
  }
}

extension FrameStreamError {
  /// Refuses an output that is the input itself, by any path or link.
  package static func requireOther(_ output: URL, than input: URL) throws(FrameStreamError) {
    guard let identity = FileIdentity(output), identity == FileIdentity(input) else { return }
    throw .unwritable(file: output.shownPath, reason: "it is the file that is read; name another one")
  }
}
