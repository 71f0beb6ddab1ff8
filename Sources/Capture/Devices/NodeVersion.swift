import FrameStream
import Glibc

/// The version of a device's file: which file it is, and when that last changed (`st_ctime`). A new file of the same
/// name, another owner, other permissions and other content make a new version; opening and closing the file do not.
struct NodeVersion: Hashable, Sendable {
  private let identity: FileIdentity
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil where there is no file.
  init?(_ path: String) {
    var facts = stat()
    guard !path.utf8.contains(0), stat(path, &facts) == 0 else { return nil }
    identity = FileIdentity(facts)
    (seconds, nanoseconds) = (facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec)
  }
}
