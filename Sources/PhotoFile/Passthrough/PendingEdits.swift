/// Consequences of a photo's edits that are dealt with when it is written. A value.
struct PendingEdits: Sendable, Hashable {
  /// Parts of the photo's file that may show what is hidden.
  var unsearched: [String] = []
  /// Whether ``unsearched`` parts are written nevertheless.
  var keepsUnknown = false
  /// Whether pixels were set, and the thumbnails in the metadata still show the old ones.
  var hasStaleThumbnails = false
  /// Whether pixels were set, and the gain map that was read still belongs to the old ones.
  var hasStaleGainMap = false
}
