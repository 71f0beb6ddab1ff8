import Glibc
import MatteKit
import SystemPackage

/// Append-only files that may be removed meanwhile, alone or with their folder: lines written after that would be lost
/// when the last process closes the file.
package enum LineFile {
  /// Opens or creates a file for appending and reading.
  ///
  /// - Throws: `Errno`.
  static func open(_ path: FilePath) throws -> FileDescriptor {
    try .open(
      path, .readWrite, options: [.create, .append, .closeOnExec],
      permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
  }

  /// Number of bytes of a file that are complete lines. Bytes after them are a truncated line, which would corrupt the
  /// next one.
  ///
  /// - Throws: `Errno`.
  package static func lengthOfWholeLines(in file: FileDescriptor) throws -> Int64 {
    var end = try file.seek(offset: 0, from: .end)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while end > 0 {
      let start = max(0, end - Int64(piece.count))
      let count = try read(file, at: start, into: &piece, atMost: Int(end - start))
      if let last = piece[..<count].lastIndex(of: UInt8(ascii: "\n")) { return start + Int64(last) + 1 }
      guard count > 0 else { break }
      end = start
    }
    return 0
  }

  /// Whether an open file no longer has its name: its place is empty, or another file's. False if that cannot be
  /// determined.
  static func hasMoved(_ file: FileDescriptor, from path: FilePath) -> Bool {
    do {
      return try path.stat().identity != file.stat().identity
    } catch {
      return error == .noSuchFileOrDirectory || error == .notDirectory
    }
  }

  /// Whether an open file has no name at all any more: one that was moved aside still has another one.
  package static func isRemoved(_ file: FileDescriptor) -> Bool { (try? file.stat())?.linkCount == 0 }

  /// Creates a removed file again, with all of its lines, synchronized to the disk; the lines of a file that exists by
  /// then stay.
  ///
  /// - Parameters:
  ///   - file: is still open, and stays it.
  ///   - length: how much of it is copied.
  /// - Returns: the new file, locked if the file system has locks, and its length; nil if another process has it.
  /// - Throws: `Errno`, and `PhotoFileError` if the folder cannot be created.
  package static func remake(
    _ path: FilePath, from file: FileDescriptor, length: Int64 = .max
  ) throws -> (file: FileDescriptor, length: Int64)? {
    try Folder.make(path.folder)
    let new = try open(path)
    do {
      guard FileLock.take(new) != .wouldBlock else {
        try? new.close()
        return nil
      }
      let start = try lengthOfWholeLines(in: new)
      try new.resize(to: start)
      // A file without a name is opened by its descriptor, because that may be open for writing alone.
      let old = try FileDescriptor.open("/proc/self/fd/\(file.rawValue)", .readOnly, options: .closeOnExec)
      defer { try? old.close() }
      do {
        let copied = try copy(old, to: new, atMost: length)
        guard fsync(new.rawValue) == 0 else { throw Errno(rawValue: errno) }
        return (new, start + copied)
      } catch {
        try? new.resize(to: start)
        throw error
      }
    } catch {
      try? new.close()
      throw error
    }
  }

  private static func copy(_ old: FileDescriptor, to new: FileDescriptor, atMost length: Int64) throws -> Int64 {
    var (offset, piece) = (Int64(0), [UInt8](repeating: 0, count: 1 << 16))
    while offset < length {
      let count = try read(old, at: offset, into: &piece, atMost: Int(min(length - offset, Int64(piece.count))))
      guard count > 0 else { break }
      try new.writeAll(piece[..<count])
      offset += Int64(count)
    }
    return offset
  }

  private static func read(
    _ file: FileDescriptor, at offset: Int64, into piece: inout [UInt8], atMost count: Int
  ) throws -> Int {
    try piece.withUnsafeMutableBytes { bytes in
      try file.read(
        fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(count, bytes.count)]))
    }
  }
}
