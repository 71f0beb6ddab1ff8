import Glibc
import MatteKit

/// Files of any kind, read whole.
enum PlainFile {
  /// - Parameter count: how many bytes are wanted from the start.
  static func read(_ path: SystemPath, atMost count: Int = .max) throws(PhotoFileError) -> [UInt8] {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw .unreadable(file: path.description, reason: PhotoBytes.reason(errno))
    }
    defer { close(descriptor) }
    return try read(descriptor, name: path.description, atMost: count)
  }

  /// All that comes from an open file or pipe.
  static func read(_ descriptor: Int32, name: String, atMost limit: Int = .max) throws(PhotoFileError) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while all.count < limit {
      let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(file: name, reason: PhotoBytes.reason(errno))
      }
      if count == 0 { break }
      all += piece[..<min(count, limit - all.count)]
    }
    return all
  }
}
