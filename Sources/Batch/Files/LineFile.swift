import Glibc
import MatteKit
import SystemPackage

/// Files that lines are only ever added to, and that somebody may remove meanwhile, alone or with their folder: what was
/// written since would be lost with the last process that has them open.
package enum LineFile {
  /// Opens a file, or makes it, to add to it and to read it.
  ///
  /// - Throws: `Errno`.
  static func open(_ path: FilePath) throws -> FileDescriptor {
    try .open(
      path, .readWrite, options: [.create, .append, .closeOnExec],
      permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
  }

  /// Number of bytes of a file that are complete lines. Bytes after them were cut off, and would spoil the next line.
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

  /// Whether an open file has its name no more: its place is empty, or another file's. Where that cannot be seen, it has.
  static func isElsewhere(_ file: FileDescriptor, than path: FilePath) -> Bool {
    do {
      return try path.stat().identity != file.stat().identity
    } catch {
      return error == .noSuchFileOrDirectory || error == .notDirectory
    }
  }

  /// Whether an open file has no name at all any more, not even another one, as those have that are put aside.
  package static func isRemoved(_ file: FileDescriptor) -> Bool { (try? file.stat())?.linkCount == 0 }

  /// Makes a file that was removed again, with all of its lines, on the disk; lines of one that is there by now stay.
  ///
  /// - Parameters:
  ///   - file: is still open, and stays it.
  ///   - length: how much of it is copied.
  /// - Returns: the new one, locked where the file system has locks, and its length; nil where another process has it.
  /// - Throws: `Errno`, and `PhotoFileError` if the folder cannot be made.
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
      // A file without a name is opened by its number, as it may be open for writing alone.
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
