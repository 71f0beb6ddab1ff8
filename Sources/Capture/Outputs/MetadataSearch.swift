import Imaging

/// A search through one stream. Used by one thread.
protocol MetadataSearch: AnyObject {
  /// The objects in a frame that are asked for, with bounds in the upright picture.
  func objects(in frame: Frame, _ request: MetadataRequest) throws(CaptureError) -> [any MetadataObject]
}
