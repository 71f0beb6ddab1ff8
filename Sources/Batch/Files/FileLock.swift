import Glibc
import SystemPackage

/// The lock that one process at a time has on a file (`flock`), until it closes the file.
package enum FileLock {
  /// Takes the lock unless another process has it. A program that is being started from this process shares its files until
  /// it runs, and with them, for a moment, the lock of a file that was closed meanwhile: that is waited for.
  ///
  /// - Returns: why it was not taken: `wouldBlock` where another process has it, other errors where the file system has no
  ///   locks; nil if it was.
  package static func take(_ file: FileDescriptor) -> Errno? {
    var error: Errno?
    for _ in 0..<attempts {
      if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return nil }
      error = Errno(rawValue: errno)
      guard error == .wouldBlock else { break }
      usleep(10_000)
    }
    return error
  }

  /// Number of attempts, at intervals of 10 ms.
  private static let attempts = 20
}
