/// An object detected in a frame (AVFoundation's `AVMetadataObject`).
public protocol MetadataObject: Sendable {
  /// The type of the object.
  var type: MetadataObjectType { get }
  /// The time of its frame; nil in a still picture.
  var time: MediaTime? { get }
  /// Its bounds in the upright picture, or in the view that it was transformed to.
  var bounds: NormalizedRect { get }

  /// Converts the object to the coordinates of a view. Places, angles and lengths are converted; identity and time
  /// stay.
  ///
  /// - Parameters:
  ///   - frame: the view to convert to.
  ///   - source: the view whose coordinates the object has now; nil for the upright picture, in which objects are
  ///     detected.
  func transformed(to frame: FrameGeometry, from source: FrameGeometry?) -> Self
}

extension MetadataObject {
  /// Converts an object from the upright picture to the coordinates of a view.
  public func transformed(to frame: FrameGeometry) -> Self { transformed(to: frame, from: nil) }
}

extension Sequence where Element == any MetadataObject {
  /// The objects of some types, in order (AVFoundation's `metadataObjectTypes`).
  public func ofTypes(_ types: Set<MetadataObjectType>) -> [any MetadataObject] {
    filter { types.contains($0.type) }
  }
}
