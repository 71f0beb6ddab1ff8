import Checksums
import MatteKit
import SystemPackage

/// The source of a file, for comparison only: a digest, which does not reveal names of folders.
enum FileSource {
  /// The digest of a file's place, which is the same for all paths to its name in its folder.
  static func digest(of path: FilePath) -> String {
    let folder = path.folder
    // A symbolic link to a photo is another source when its target changes, and has the same place.
    return digest(of: (folder.resolved ?? folder).bytes + [0] + (path.lastComponent?.bytes ?? []))
  }

  /// The digest of a place with another kind of name.
  static func digest(of text: String) -> String { digest(of: Array(text.utf8)) }

  private static func digest(of bytes: [UInt8]) -> String { "\(SHA256(bytes))" }
}
