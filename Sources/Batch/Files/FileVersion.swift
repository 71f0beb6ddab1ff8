import MatteKit
import SystemPackage

/// The properties of a file that change when it is written to or replaced.
package struct FileVersion: Hashable, Sendable {
  package let identity: FileIdentity
  let size: Int64
  /// When the content was last changed, in nanoseconds since 1970.
  let modified: Int

  init(_ status: Stat) {
    identity = status.identity
    size = status.size
    modified = status.modified
  }

  /// Nil if there is no file.
  init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status)
  }
}
