import MatteKit

/// The number of a movie's frames whose results may be wrong, and the time of the first.
struct SuspiciousFrames: Sendable {
  private var uncertain = Occurrences()
  private var outside = Occurrences()
  private var frameCount = 0

  /// Frames that have something in common.
  private struct Occurrences: Sendable {
    var count = 0
    /// The time of the first one in seconds.
    var first = 0.0

    mutating func add(_ time: MediaTime) {
      if count == 0 { first = time.seconds }
      count += 1
    }
  }

  /// Adds a frame in which a portrait matte was searched for.
  ///
  /// - Parameter time: the frame's time, relative to the first frame of the movie.
  mutating func add(_ scene: Scene, at time: MediaTime) {
    frameCount += 1
    // A face at an interpolated place is no evidence about the matte.
    let faces = scene.faces.filter { $0.id.map { !scene.heldFaces.contains($0) } ?? true }
    let result = SuspiciousResult(scene.mattes, faces: faces, orientation: scene.frame.orientation)
    if result.uncertainConfidence != nil { uncertain.add(time) }
    if result.facesOutside > 0 || result.lacksPortrait { outside.add(time) }
  }

  /// One sentence each, without the movie's name.
  var reasons: [String] {
    func sentence(_ frames: Occurrences, _ what: String) -> String? {
      guard frames.count > 0 else { return nil }
      let first = (frames.first * 1000).rounded() / 1000
      return "in \(frames.count) of \(frameCount) frames, first at \(first) s, \(what)"
    }
    return [
      sentence(uncertain, "it is uncertain whether they show a person"),
      sentence(outside, "a face lies outside of the portrait matte"),
    ].compactMap { $0 }
  }
}
