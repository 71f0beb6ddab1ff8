import Foundation
import Support

#if canImport(Glibc)
  import Glibc
#endif

/// A small disk of its own in memory, which can be full or read-only. Making one takes the right to mount.
final class TemporaryDisk {
  let folder: TemporaryFolder
  var path: String { folder.url.path }

  /// Whether this process may make one.
  static let isPossible: Bool = {
    guard getuid() == 0, let disk = try? TemporaryDisk(kilobytes: 64) else { return false }
    return FileManager.default.fileExists(atPath: disk.path)
  }()

  struct Refused: Error {}

  init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw Refused() }
  }

  deinit { umount2(folder.url.path, Int32(MNT_DETACH)) }

  /// Nothing can be written any more.
  func makeReadOnly() throws {
    guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else { throw Refused() }
  }

  /// Gives the disk another size.
  func resize(kilobytes: Int) throws {
    guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(kilobytes)k") == 0 else { throw Refused() }
  }
}
