import Glibc
import SystemPackage

/// The exclusive lock of one process on a file (`flock`), held until it closes the file.
package enum FileLock {
  /// Takes the lock unless another process has it. A child process shares the open files until it executes its program,
  /// and may for a moment hold the lock of a file that was closed meanwhile: this method waits for that.
  ///
  /// - Returns: why the lock was not taken: `wouldBlock` if another process has it, other errors if the file system has
  ///   no locks; nil if it was taken.
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
