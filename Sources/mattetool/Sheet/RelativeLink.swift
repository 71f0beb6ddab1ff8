import Batch
import SystemPackage

/// Links from a page to files, which stay valid if both are moved together.
enum RelativeLink {
  /// The relative path from a folder to a file, percent-encoded.
  ///
  /// - Parameters:
  ///   - folder: absolute.
  ///   - path: absolute.
  static func link(from folder: FilePath, to path: FilePath) -> String {
    let (from, to) = (
      Array(folder.lexicallyNormalized().components), Array(path.lexicallyNormalized().components)
    )
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = String(repeating: "../", count: from.count - shared)
    return up + FilePath(root: nil, to[shared...]).percentEncoded
  }
}
