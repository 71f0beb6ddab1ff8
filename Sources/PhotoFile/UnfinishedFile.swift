import Glibc
import SystemPackage

/// A file that is being written, and gets its name only when it is finished (``AtomicFile``).
///
/// If it is abandoned, nothing of it remains; without a name also if the process is killed. Used by one thread at a
/// time.
package final class UnfinishedFile {
  private let file: FileDescriptor
  private var temporary: FilePath?
  private let place: AtomicFile
  private var isPublished = false

  init(_ file: FileDescriptor, temporary: FilePath?, place: AtomicFile) {
    self.file = file
    self.temporary = temporary
    self.place = place
  }

  deinit {
    try? file.close()
    temporary?.withPlatformString { _ = unlink($0) }
  }

  /// The descriptor for writing.
  package var descriptor: Int32 { file.rawValue }

  /// Waits until the bytes are on the disk, and gives the file its name.
  ///
  /// - Throws: `outputExists` if a file exists by now that may not be replaced, `unwritable`.
  package func finish() throws(PhotoFileError) {
    try place.synchronize(file)
    try publish()
  }

  /// Gives the file its name before it is complete: its contents are kept, whatever becomes of the process. Does
  /// nothing if it already has its name.
  ///
  /// - Throws: the errors of ``finish()``.
  package func publish() throws(PhotoFileError) {
    guard !isPublished else { return }
    try place.publish(file, temporary: temporary)
    temporary = nil
    isPublished = true
    // Otherwise a power failure would lose the name.
    place.synchronizeFolder()
  }
}
