import Glibc
import SystemPackage

/// A file that is being written, and is there under its name only when it is finished (``AtomicFile``).
///
/// If it is given up, nothing is left of it; without a name neither if the process is killed. Used by one thread at a
/// time.
package final class UnfinishedFile {
  private let file: FileDescriptor
  private var temporary: FilePath?
  private let place: AtomicFile

  init(_ file: FileDescriptor, temporary: FilePath?, place: AtomicFile) {
    self.file = file
    self.temporary = temporary
    self.place = place
  }

  deinit {
    try? file.close()
    temporary?.withPlatformString { _ = unlink($0) }
  }

  /// Where the bytes are to be written.
  package var descriptor: Int32 { file.rawValue }

  /// Waits until the bytes are on the disk, and gives the file its name.
  ///
  /// - Throws: `outputExists` if there is a file by now that may not be replaced, `unwritable`.
  package func finish() throws(PhotoFileError) {
    try place.finish(file, temporary: temporary)
    temporary = nil
  }
}
