import MatteKit

/// A frame as `track --json` writes it.
struct TrackReport: Encodable {
  let frame: Int
  /// Seconds.
  let time: Double
  let faces: [FaceReport]

  init(frame: Int, time: MediaTime, faces: [Face], withLandmarks: Bool) {
    self.frame = frame
    self.time = time.seconds
    self.faces = faces.map { face in
      var face = face
      if !withLandmarks { face.landmarks = nil }
      return FaceReport(face)
    }
  }
}
