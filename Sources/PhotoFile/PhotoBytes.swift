import FoundationEssentials
import Glibc

/// Reads the bytes of a photo's file.
package enum PhotoBytes {
  /// All bytes of the file. Reading stops early if the file is too long or of no known format.
  static func read(_ file: String, limits: ReadingLimits) throws(PhotoFileError) -> [UInt8] {
    try read(SystemPath(file), limits: limits)
  }

  /// All bytes of the file at a path that need not be UTF-8.
  package static func read(
    _ path: SystemPath, limits: ReadingLimits = .default
  ) throws(PhotoFileError) -> [UInt8] {
    let file = path.description
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .unreadable(file: file, reason: reason(errno)) }
    defer { close(descriptor) }
    return try read(descriptor, file: file, limits: limits)
  }

  /// All bytes of an open file or pipe, under the same terms.
  package static func read(
    _ descriptor: Int32, file: String, limits: ReadingLimits = .default
  ) throws(PhotoFileError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(file: file, reason: reason(errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(file: file, reason: "it is a folder") }

    let start = try bytes(of: descriptor, atMost: 12, file: file)
    guard PhotoFormat(signature: start) != nil else { throw .unknownFormat(file: file) }
    // One byte more than allowed tells a file that is too long; a pipe has no length to ask for.
    try limits.admit(bytes: Int(status.st_size), file: file)
    let expected = max(Int(status.st_size) - start.count, 1 << 16)
    var all = start
    all.reserveCapacity(start.count + expected)
    while all.count <= limits.fileBytes {
      let piece = try bytes(of: descriptor, atMost: min(expected, limits.fileBytes + 1 - all.count), file: file)
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }

  /// The next bytes of an open file: fewer than asked for only at its end.
  private static func bytes(
    of descriptor: Int32, atMost count: Int, file: String
  ) throws(PhotoFileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      while initializedCount < count {
        let done = Glibc.read(descriptor, buffer.baseAddress.map { $0 + initializedCount }, count - initializedCount)
        if done < 0 {
          if errno == EINTR { continue }
          failure = errno
          break
        }
        if done == 0 { break }
        initializedCount += done
      }
    }
    guard failure == 0 else { throw .unreadable(file: file, reason: reason(failure)) }
    return bytes
  }

  /// The system's words for an error, such as "No such file or directory".
  package static func reason(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
