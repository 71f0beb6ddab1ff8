import Glibc

/// A device's file as it is at a time: another file by that name, or the same one with another owner or other permissions or
/// content, is another version. To open and close it changes nothing.
struct NodeVersion: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil where there is no file.
  init?(_ path: String) {
    var facts = stat()
    guard !path.utf8.contains(0), stat(path, &facts) == 0 else { return nil }
    (device, inode) = (facts.st_dev, facts.st_ino)
    (seconds, nanoseconds) = (facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec)
  }
}
