import SystemPackage

/// A folder that a run scanned for photos and movies: every folder below it that the run does not report as unreadable
/// was readable.
package struct SearchedFolder: Sendable, Hashable, Codable {
  /// The path, as the command names it.
  package let path: String
  /// Whether subfolders were scanned too.
  package let isRecursive: Bool

  package init(path: String, isRecursive: Bool) { (self.path, self.isRecursive) = (path, isRecursive) }

  private enum CodingKeys: String, CodingKey {
    case path
    case isRecursive = "recursive"
  }

  /// Whether a folder, named in the same way, was scanned.
  package func holds(_ folder: FilePath) -> Bool {
    let own = FilePath(path)
    return folder == own || isRecursive && folder.starts(with: own)
  }
}
