import SystemPackage

/// The inputs of a result, and its place.
struct ResultIdentity: Sendable {
  let photo: ListedPhoto
  /// The version of the photo's content: an entity tag or a digest.
  let version: String
  /// Relative to where results go.
  let output: FilePath
}
