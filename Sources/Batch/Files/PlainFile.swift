import MatteKit
import SystemPackage

/// Files of any kind, read whole.
package enum PlainFile {
  /// - Parameter count: how many bytes are requested from the start.
  /// - Throws: `unreadable`.
  package static func read(_ path: FilePath, atMost count: Int = .max) throws(PhotoFileError) -> [UInt8] {
    let file = try FileDescriptor.reading(path)
    defer { try? file.close() }
    return try read(file, name: path.shown, atMost: count)
  }

  /// Reads files that a user has named: devices and pipes, which may never end, are refused, and so are files that are
  /// too long.
  ///
  /// - Throws: `unreadable`.
  package static func readRegular(_ path: FilePath, atMost limit: Int) throws(PhotoFileError) -> [UInt8] {
    let file = try RegularFile.open(path)
    defer { try? file.close() }
    if let size = try? file.stat().size, Int(size) > limit {
      throw .unreadable(file: path.shown, reason: "it has \(size) bytes, more than \(limit)")
    }
    return try read(file, name: path.shown, atMost: limit)
  }

  /// All bytes of an open file or pipe.
  ///
  /// - Throws: `unreadable`.
  package static func read(
    _ file: FileDescriptor, name: String, atMost limit: Int = .max
  ) throws(PhotoFileError) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    do {
      while all.count < limit {
        let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { break }
        all += piece[..<min(count, limit - all.count)]
      }
    } catch {
      throw .cannotRead(name, error)
    }
    return all
  }
}
