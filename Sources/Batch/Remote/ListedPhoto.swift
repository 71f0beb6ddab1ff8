import ObjectStorage
import SystemPackage

/// A photo that a listing came upon.
package struct ListedPhoto: Sendable {
  package let place: FilePlace
  /// The path in the tree that outputs mirror.
  let relative: FilePath
  /// The object's properties from the listing; nil if the photo is not an object.
  var object: S3Object?
  /// Why it cannot be processed, although it was found; nil if it can.
  var fault: String?

  /// When its content was last changed, in seconds since 1970; nil if unknown.
  var modified: Int? {
    if case .path(let path) = place { return (try? path.stat()).map { $0.modified / 1_000_000_000 } }
    return object?.modified
  }
}
