/// Consequences of a photo's edits that are applied when it is written. A value.
struct PendingEdits: Sendable, Hashable {
  /// Parts of the photo's file that may show the hidden original.
  var unsearched: [String] = []
  /// Whether ``unsearched`` parts are written nevertheless.
  var keepsUnknown = false
  /// Whether pixels were set, and the thumbnails in the metadata still show the old ones.
  var hasStaleThumbnails = false
  /// Whether pixels were set, and the gain map still belongs to the old ones.
  var hasStaleGainMap = false
}
