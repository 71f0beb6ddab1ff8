import Checksums
import MatteKit
import SystemPackage

/// Where a file comes from, for comparison only: a digest, which tells nobody the names of folders.
enum FileSource {
  /// The same for all paths that lead to the file's name in its folder.
  static func digest(of path: FilePath) -> String {
    let folder = path.folder
    // A link that stands for a photo is another one when it leads elsewhere, and has the same place.
    return digest(of: (folder.resolved ?? folder).bytes + [0] + (path.lastComponent?.bytes ?? []))
  }

  /// Of what names a place in another way.
  static func digest(of text: String) -> String { digest(of: Array(text.utf8)) }

  private static func digest(of bytes: [UInt8]) -> String { "\(SHA256(bytes))" }
}
