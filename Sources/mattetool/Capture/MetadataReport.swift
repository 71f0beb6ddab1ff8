import MatteKit

/// The faces of a frame, as `capture --faces` writes them.
struct MetadataReport: Encodable {
  /// Seconds from the movie's first frame.
  let time: Double
  let faces: [Face]
}
