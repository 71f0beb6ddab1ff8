import Checksums
import FoundationEssentials
import MatteKit
import SystemPackage

/// The digests of files of any length, which are read in blocks.
enum FileDigest {
  private static let pieceSize = 1 << 20

  /// The SHA-256 of a file's bytes.
  ///
  /// - Throws: `unreadable`.
  static func sha256(of path: FilePath) throws(PhotoFileError) -> SHA256 {
    var hasher = SHA256Hasher()
    let file = try FileDescriptor.reading(path)
    defer { try? file.close() }
    do {
      var piece = [UInt8](repeating: 0, count: pieceSize)
      while true {
        let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { break }
        piece.withUnsafeBytes { hasher.update($0[..<count]) }
      }
    } catch {
      throw .cannotRead(path.shown, error)
    }
    return hasher.digest()
  }
}
