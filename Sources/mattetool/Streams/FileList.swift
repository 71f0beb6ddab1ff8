import ArgumentParser
import Batch
import MatteKit
import SystemPackage

/// A list of files, one a line or one a zero byte.
enum FileList {
  /// The byte-order mark that editors and shells of Windows put before UTF-8 text.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The paths in the bytes of a list, in order. Lines may begin with a byte-order mark and end as on Windows; empty
  /// ones are skipped.
  static func paths(in bytes: [UInt8], separatedByZeros: Bool) -> [FilePath] {
    names(in: bytes, separatedByZeros: separatedByZeros).map { FilePath(bytes: $0) }
  }

  /// The names in the bytes of a list. They are not paths, which would lose a slash of an address.
  private static func names(in bytes: [UInt8], separatedByZeros: Bool) -> [ArraySlice<UInt8>] {
    // A zero-terminated list comes from no editor: there a byte-order mark would be part of the first name.
    let start = !separatedByZeros && bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    return bytes[start...].split(separator: separatedByZeros ? 0 : UInt8(ascii: "\n")).compactMap { line in
      let name = !separatedByZeros && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return name.isEmpty ? nil : name
    }
  }

  /// Reads the list from a file, or from standard input for `-`.
  ///
  /// - Throws: `unreadable`, and `ValidationError` for a list of lines with zero bytes, which no path has.
  static func read(_ argument: String, separatedByZeros: Bool) throws -> [FilePlace] {
    let bytes = try InputFile(argument).bytes()
    guard separatedByZeros || !bytes.contains(0) else {
      throw ValidationError("\(argument): its names end in zero bytes; give -0")
    }
    return try names(in: bytes, separatedByZeros: separatedByZeros).map { name in
      try FilePlace(String(decoding: name, as: UTF8.self), path: FilePath(bytes: name))
    }
  }
}
