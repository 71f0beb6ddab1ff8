import Imaging

/// A search through one stream. Used by one thread.
protocol MetadataSearch: AnyObject {
  /// The objects in a frame, with bounds in the upright picture.
  func objects(in frame: Frame) throws(CaptureError) -> [any MetadataObject]
}
