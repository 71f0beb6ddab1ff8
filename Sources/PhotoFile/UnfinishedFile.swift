import Glibc
import SystemPackage

/// A file that is being written, and is there under its name only when it is finished (``AtomicFile``).
///
/// If it is given up before, nothing is left of it; without a name neither if the process is killed. Used by one thread at a
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
  /// - Throws: `outputExists` if there is a file by now that may not be replaced, `unwritable`.
  package func finish() throws(PhotoFileError) {
    try place.synchronize(file)
    try publish()
  }

  /// Gives the file its name before it is whole: what is in it stays, whatever becomes of the process. Does nothing when it
  /// has its name.
  ///
  /// - Throws: the errors of ``finish()``.
  package func publish() throws(PhotoFileError) {
    guard !isPublished else { return }
    try place.publish(file, temporary: temporary)
    temporary = nil
    isPublished = true
    // Else a power cut would take the name.
    place.synchronizeFolder()
  }
}
