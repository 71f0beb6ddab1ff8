import Glibc
import MatteKit
import SystemPackage

/// An unnamed file that is removed with its last reference, or with the process. For one thread at a time.
final class TemporaryFile {
  private let file: FileDescriptor
  private let folder: FilePath
  private(set) var length: Int64 = 0

  /// - Parameter folder: a folder with enough room; by default `TMPDIR`, or else `/tmp`.
  /// - Throws: `unwritable`.
  init(in folder: FilePath? = nil) throws(PhotoFileError) {
    let folder = folder ?? getenv("TMPDIR").flatMap { $0.pointee == 0 ? nil : FilePath(platformString: $0) } ?? "/tmp"
    self.folder = folder
    var name = folder.appending("mattetool-XXXXXX").withPlatformString {
      Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
    }
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw .cannotWrite(folder.shown, Errno(rawValue: errno), after: "no temporary file can be made there: ")
    }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = FileDescriptor(rawValue: descriptor)
  }

  deinit { try? file.close() }

  /// - Throws: `unwritable`, for example if the disk is full.
  func append(_ bytes: UnsafeRawBufferPointer) throws(PhotoFileError) {
    do {
      try file.writeAll(toAbsoluteOffset: length, bytes)
    } catch {
      throw .unwritable(
        file: folder.shown, reason: "a temporary file: \(error); name another folder by TMPDIR",
        code: (error as? Errno)?.rawValue)
    }
    length += Int64(bytes.count)
  }

  /// Fills a buffer from a position.
  ///
  /// - Throws: `unreadable`.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoFileError) {
    try file.readExactly(at: offset, into: buffer, name: folder.shown)
  }
}

extension FileDescriptor {
  /// Fills a buffer from a position.
  ///
  /// - Throws: `unreadable`, also where the file ends before.
  func readExactly(
    at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, name: String
  ) throws(PhotoFileError) {
    var filled = 0
    while filled < buffer.count {
      let count: Int
      do {
        count = try read(
          fromAbsoluteOffset: offset + Int64(filled), into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      } catch {
        throw .cannotRead(name, error)
      }
      guard count > 0 else { throw .unreadable(file: name, reason: "it became shorter while it was read") }
      filled += count
    }
  }
}
