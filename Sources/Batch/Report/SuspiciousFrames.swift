import MatteKit

/// In how many frames of a movie what was found may be wrong, and when first.
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

  /// Adds a frame, in which a portrait matte was looked for.
  ///
  /// - Parameter time: when it is shown, counted from the first frame of the movie.
  mutating func add(_ scene: Scene, at time: MediaTime) {
    frameCount += 1
    // A face that is only where it should be says nothing about the matte.
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
