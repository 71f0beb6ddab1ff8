import SystemPackage

/// A photo or movie to process.
package struct BatchInput: Sendable, Hashable {
  package let path: FilePath
  /// The path in the tree that outputs mirror.
  package let relative: FilePath

  package init(path: FilePath, relative: FilePath) {
    self.path = path
    self.relative = relative
  }
}
