/// Something seen in a frame at a time and place: what AVFoundation calls `AVMetadataObject`.
public protocol MetadataObject: Sendable {
  var type: MetadataObjectType { get }
  /// The time of the frame it was seen in; nil for a still picture.
  var time: MediaTime? { get }
  /// Where it is: in the upright picture, until it is transformed to another frame.
  var bounds: NormalizedRect { get }

  /// The same object in the coordinates of another frame; its places, angles and lengths are converted, its identity and
  /// time stay.
  ///
  /// - Parameters:
  ///   - frame: the frame to convert to.
  ///   - source: the frame that its coordinates are of now, a view of the same picture; nil for the upright one, in which
  ///     things are found.
  func transformed(to frame: FrameGeometry, from source: FrameGeometry?) -> Self
}

extension MetadataObject {
  /// The same object, found in the upright picture, in the coordinates of another frame.
  public func transformed(to frame: FrameGeometry) -> Self { transformed(to: frame, from: nil) }
}

extension Sequence where Element == any MetadataObject {
  /// The objects of these types only, in order: what `metadataObjectTypes` does in AVFoundation.
  public func ofTypes(_ types: Set<MetadataObjectType>) -> [any MetadataObject] {
    filter { types.contains($0.type) }
  }
}
