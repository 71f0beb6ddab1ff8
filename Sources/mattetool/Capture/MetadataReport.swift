/// What was found in a frame, as `capture --faces` writes it.
struct MetadataReport: Encodable {
  /// Seconds from the movie's first frame.
  let time: Double
  let faces: [FaceReport]
}
