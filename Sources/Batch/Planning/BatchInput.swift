import SystemPackage

/// A photo or movie to process.
package struct BatchInput: Sendable, Hashable {
  package let path: FilePath
  /// Where it lies in the tree that outputs mirror, with its name.
  package let relative: FilePath

  package init(path: FilePath, relative: FilePath) {
    self.path = path
    self.relative = relative
  }
}
