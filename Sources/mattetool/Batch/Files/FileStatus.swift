import Glibc
import MatteKit

/// What the system says of a file, behind symbolic links.
struct FileStatus: Sendable {
  /// One file, whatever it is called.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  let identity: Identity
  let isFolder: Bool
  /// Neither a folder nor a device, pipe or socket.
  let isRegular: Bool
  let size: Int
  /// When its content was last changed, in nanoseconds since 1970.
  let modified: Int

  /// Nil where there is no such file, or it may not be looked at.
  init?(of path: SystemPath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
  }
}
