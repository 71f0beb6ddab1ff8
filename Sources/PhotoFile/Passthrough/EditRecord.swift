/// What a photo remembers of edits until it is written.
struct EditRecord: Sendable, Hashable {
  /// Parts of the photo's file that may show what is hidden.
  var unsearched: [String] = []
  /// Whether these are written all the same.
  var keepsUnknown = false
  /// Whether pixels were set, and the thumbnails in the metadata still show the old ones.
  var hasStaleThumbnails = false
  /// Whether pixels were set, and a gain map that was read leads from the old ones.
  var hasStaleGainMap = false
}
