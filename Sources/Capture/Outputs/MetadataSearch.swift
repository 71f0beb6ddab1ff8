import Imaging

/// A search through one stream. Used by one thread.
protocol MetadataSearch: AnyObject {
  /// The requested objects in a frame, with bounds in the upright picture.
  func objects(in frame: Frame, _ request: MetadataRequest) throws(CaptureError) -> [any MetadataObject]
}
