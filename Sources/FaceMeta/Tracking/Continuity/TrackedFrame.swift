import Imaging

/// The faces of one frame of a stream, as far as they are known when later frames have been seen. A value.
public struct TrackedFrame: Sendable {
  /// Those that were found in the frame, then those that were added.
  public internal(set) var faces: [Face]
  /// The identities of the faces that were added: they were found in frames near by.
  public internal(set) var heldFaces: Set<Int> = []
  /// In seconds.
  let time: Double
  /// The size of the upright picture, in pixels.
  let size: PixelSize
  /// Whether the frame begins a new shot.
  let isCut: Bool
  /// What the frame shows; nil where nothing needs to be found in it again.
  var picture: LumaPicture?

  init(faces: [Face], time: Double, size: PixelSize, isCut: Bool, picture: LumaPicture? = nil) {
    self.faces = faces
    self.time = time
    self.size = size
    self.isCut = isCut
    self.picture = picture
  }
}
