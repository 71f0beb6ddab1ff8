import MatteKit
import SystemPackage

/// A list of files, one a line or one a zero byte.
enum FileList {
  /// The paths in the bytes of a list, in their order. Lines may end as on Windows; empty ones are left out.
  static func paths(in bytes: [UInt8], separatedByZeros: Bool) -> [FilePath] {
    bytes.split(separator: separatedByZeros ? 0 : UInt8(ascii: "\n")).compactMap { line in
      let path = !separatedByZeros && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return path.isEmpty ? nil : FilePath(bytes: path)
    }
  }

  /// Reads the list from a file, or from standard input for `-`.
  static func read(_ argument: String, separatedByZeros: Bool) throws(PhotoFileError) -> [FilePath] {
    paths(in: try InputFile(argument).bytes(), separatedByZeros: separatedByZeros)
  }
}
