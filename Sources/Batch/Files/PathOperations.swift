import MatteKit
import SystemPackage

extension FilePath {
  /// The components of the path, without those that are `.`.
  var names: [Component] { components.filter { $0.kind != .currentDirectory } }

  /// The last component's bytes without its extension. A dot at the start of a name starts no extension.
  /// `FilePath.stem` is a string, which loses bytes that are not UTF-8.
  package var stemBytes: [UInt8] {
    guard let name = names.last else { return [] }
    var path = FilePath(root: nil, [name])
    path.extension = nil
    return path.bytes
  }

  /// The path of another, relative path that begins at this one.
  package func appending(_ path: FilePath) -> FilePath { appending(path.components) }

  /// Whether the bytes of this path come before those of another.
  static func precedes(_ a: FilePath, _ b: FilePath) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
