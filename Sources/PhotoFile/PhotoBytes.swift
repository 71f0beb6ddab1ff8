import FoundationEssentials
import SystemPackage

/// Reads the bytes of a photo's file.
package enum PhotoBytes {
  /// All bytes of the file. Reading stops early if the file is too long or of an unknown format.
  static func read(_ url: URL, limits: ReadingLimits) throws(PhotoFileError) -> [UInt8] {
    guard url.isFileURL else {
      throw .unreadable(file: url.shownPath, reason: "it is not the address of a file; download it, and pass its bytes")
    }
    return try read(FilePath(bytes: url.path.utf8), name: url.shownPath, limits: limits)
  }

  /// All bytes of the file at a path that need not be UTF-8.
  package static func read(
    _ path: FilePath, name: String? = nil, limits: ReadingLimits = .default
  ) throws(PhotoFileError) -> [UInt8] {
    let file = try FileDescriptor.reading(path, name: name)
    defer { try? file.close() }
    return try read(file, name: name ?? path.shown, limits: limits)
  }

  /// All bytes of a regular file. A pipe, a socket or a device is refused without waiting.
  package static func readRegular(
    _ path: FilePath, limits: ReadingLimits = .default
  ) throws(PhotoFileError) -> [UInt8] {
    let file = try RegularFile.open(path)
    defer { try? file.close() }
    return try read(file, name: path.shown, limits: limits)
  }

  /// All bytes of an open file or pipe, under the same conditions.
  ///
  /// - Parameter first: the bytes already read from it.
  package static func read(
    _ file: FileDescriptor, name: String, startingWith first: [UInt8] = [], limits: ReadingLimits = .default
  ) throws(PhotoFileError) -> [UInt8] {
    let status: Stat
    do {
      status = try file.stat()
    } catch {
      throw .cannotRead(name, error)
    }
    guard status.type != .directory else { throw .unreadable(file: name, reason: "it is a folder") }

    let start = first + (try bytes(of: file, atMost: max(0, 12 - first.count), name: name))
    guard PhotoFormat(signature: start) != nil else { throw .ofUnknownBytes(start, file: name) }
    // One byte more than allowed detects a file that is too long; a pipe has no length.
    try limits.admit(bytes: Int(status.size), file: name)
    let expected = max(Int(status.size) - start.count, 1 << 16)
    var all = start
    all.reserveCapacity(start.count + expected)
    while all.count <= limits.fileBytes {
      let piece = try bytes(of: file, atMost: min(expected, limits.fileBytes + 1 - all.count), name: name)
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }

  /// The next bytes of an open file: fewer than requested only at its end.
  private static func bytes(
    of file: FileDescriptor, atMost count: Int, name: String
  ) throws(PhotoFileError) -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        while initializedCount < count {
          let rest = UnsafeMutableRawBufferPointer(buffer)[initializedCount...]
          let done = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: rest))
          if done == 0 { break }
          initializedCount += done
        }
      }
    } catch {
      throw .cannotRead(name, error)
    }
  }
}
