import Imaging

/// Finds objects in the frames of a stream, one after the other.
protocol MetadataDetector: Sendable {
  /// The types that it can find.
  var types: Set<MetadataObjectType> { get }
  /// Creates the search of one stream, on the thread that uses it.
  func makeSearch() throws(CaptureError) -> any MetadataSearch
}
