import SystemPackage

/// A folder that a run looked into for photos and movies: what it reports of no folder below it as unreadable, it could read.
package struct SearchedFolder: Sendable, Hashable, Codable {
  /// The path, as the command names it.
  package let path: String
  /// Whether folders in it were looked into, too.
  package let isRecursive: Bool

  package init(path: String, isRecursive: Bool) { (self.path, self.isRecursive) = (path, isRecursive) }

  private enum CodingKeys: String, CodingKey {
    case path
    case isRecursive = "recursive"
  }

  /// Whether a folder, named in the same way, was looked into.
  package func holds(_ folder: FilePath) -> Bool {
    let own = FilePath(path)
    return folder == own || isRecursive && folder.starts(with: own)
  }
}
