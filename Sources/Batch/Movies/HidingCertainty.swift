import MatteKit

/// The confidence that every face in a second of a movie was hidden.
public struct HidingCertainty: Codable, Sendable, Hashable {
  /// The second of the result, from 0, counted from its first frame.
  public let second: Int
  /// The maximum number of faces that were hidden in one of its frames.
  public internal(set) var faces = 0
  /// The frames of the second.
  public internal(set) var frames = 0
  /// The frames with a face that was not detected in them but tracked there from nearby frames.
  public internal(set) var framesWithHeldFaces = 0
  /// The lowest confidence of a face, `0...1`: the detector's where it was detected, the correlation where it was
  /// tracked; nil without faces.
  public internal(set) var lowestConfidence: Double?

  init(second: Int) { self.second = second }

  mutating func add(_ scene: Scene) {
    frames += 1
    faces = max(faces, scene.faces.count)
    if !scene.heldFaces.isEmpty { framesWithHeldFaces += 1 }
    for face in scene.faces {
      let confidence = (face.confidence * 1000).rounded() / 1000
      lowestConfidence = min(lowestConfidence ?? confidence, confidence)
    }
  }
}
