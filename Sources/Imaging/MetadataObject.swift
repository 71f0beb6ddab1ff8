/// Something seen in a frame at a time and place: what AVFoundation calls `AVMetadataObject`.
public protocol MetadataObject: Sendable {
  /// The time of the frame it was seen in; nil for a still picture.
  var time: MediaTime? { get }
  /// Where it is, in the upright picture.
  var bounds: NormalizedRect { get }
}
