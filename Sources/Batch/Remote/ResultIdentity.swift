import SystemPackage

/// What a result is made of, and where it goes.
struct ResultIdentity: Sendable {
  let photo: ListedPhoto
  /// What stays the same while the photo's content does: an entity tag, or a digest.
  let version: String
  /// Relative to where results go.
  let output: FilePath
}
