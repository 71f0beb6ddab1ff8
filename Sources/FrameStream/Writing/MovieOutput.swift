import FoundationEssentials
import PhotoFile

/// The file of a movie, which gets its name when it is complete or published, and leaves nothing otherwise.
struct MovieOutput {
  private let file: UnfinishedFile
  private let name: String
  private let disk = DiskSynchronization()

  /// Checks whether the place is writable, before anything is written.
  static func check(_ url: URL, overwriting: Bool) throws(FrameStreamError) {
    do {
      _ = try AtomicFile(url, overwriting: overwriting)
    } catch {
      throw failure(error, file: url.shownPath)
    }
  }

  init(_ url: URL, overwriting: Bool) throws(FrameStreamError) {
    name = url.shownPath
    do {
      file = try AtomicFile(url, overwriting: overwriting).begin()
    } catch {
      throw Self.failure(error, file: name)
    }
  }

  /// The descriptor for writing.
  var descriptor: Int32 { file.descriptor }

  /// Gives the file its name before it is complete, so that its contents outlive this process.
  func publish() throws(FrameStreamError) {
    do {
      try file.publish()
    } catch {
      throw Self.failure(error, file: name)
    }
  }

  /// Starts to synchronize the bytes written so far to the disk. Does not wait.
  func synchronize() { disk.begin(file.descriptor) }

  /// Gives the file its name, after its bytes are synchronized.
  func finish() throws(FrameStreamError) {
    do {
      try file.finish()
    } catch {
      throw Self.failure(error, file: name)
    }
  }

  private static func failure(_ error: PhotoFileError, file: String) -> FrameStreamError {
    if case .outputExists = error { return .unwritable(file: file, reason: "it exists already") }
    return .unwritable(file: file, reason: error.reasonOfWriting ?? "\(error)", code: error.systemError)
  }
}
