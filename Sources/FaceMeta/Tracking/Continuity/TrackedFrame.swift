import Imaging

/// The faces of one frame of a stream, including those that later frames add. A value.
public struct TrackedFrame: Sendable {
  /// The faces detected in the frame, then those that were added.
  public internal(set) var faces: [Face]
  /// The identities of the added faces, which were detected in nearby frames.
  public internal(set) var heldFaces: Set<Int> = []
  /// In seconds.
  let time: Double
  /// The size of the upright picture, in pixels.
  let size: PixelSize
  /// Whether the frame begins a new shot.
  let isCut: Bool
  /// The frame's picture; nil if no face needs to be found in it.
  var picture: LumaPicture?

  init(faces: [Face], time: Double, size: PixelSize, isCut: Bool, picture: LumaPicture? = nil) {
    self.faces = faces
    self.time = time
    self.size = size
    self.isCut = isCut
    self.picture = picture
  }
}
