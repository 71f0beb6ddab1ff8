import SystemPackage

/// A folder that cannot be read, so that its photos and movies are unknown.
package struct UnreadableFolder: Sendable, Hashable, CustomStringConvertible {
  package let path: FilePath
  /// The path in the tree that outputs mirror; empty for a folder that an argument names.
  package let relative: FilePath
  /// The system's reason.
  package let reason: String

  package init(path: FilePath, relative: FilePath, reason: String) {
    self.path = path
    self.relative = relative
    self.reason = reason
  }

  /// One sentence, with its name.
  package var description: String { "\(path.shown): the folder cannot be read: \(reason)" }
}
