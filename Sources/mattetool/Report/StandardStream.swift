#if canImport(Glibc)
  import Glibc
#endif
import MatteKit

/// Standard input and output as files of bytes, for `-`.
enum StandardStream {
  /// All of standard input.
  static func read(limit: Int = 1 << 31) throws(PhotoFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .unreadable(file: "standard input", reason: String(cString: strerror(errno)))
      }
      bytes += part[..<count]
      guard bytes.count <= limit else {
        throw .unreadable(file: "standard input", reason: "it is longer than \(limit) bytes")
      }
    }
  }

  /// Writes all of `bytes` to standard output.
  static func write(_ bytes: [UInt8]) throws(PhotoFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .unwritable(file: "standard output", reason: String(cString: strerror(errno)))
      }
      rest = rest.dropFirst(count)
    }
  }
}
