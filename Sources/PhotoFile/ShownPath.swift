import FoundationEssentials

extension URL {
  /// The name of a file in messages: its path as it was given, so that a relative one stays relative.
  package var shownPath: String { isFileURL ? relativePath : absoluteString }
}
