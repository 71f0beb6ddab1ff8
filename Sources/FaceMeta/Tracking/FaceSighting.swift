import Imaging

/// A face as it was seen in one frame, before it is known whose it is. In pixels of the upright picture.
struct FaceSighting: Sendable {
  var box: FaceBox
  var roll: Angle?
  var yaw: Angle?
  /// What the network said last.
  var knownYaw: KnownYaw?
  var pitch: Angle?
  /// The mesh, and the irises where they were measured; empty where the face was detected, but not measured.
  var points: [SIMD3<Float>] = []
  /// Where to look for the mesh.
  var crop: FaceCrop
  /// How sure a detector was, when it was last asked; `0...1`.
  var score: Float
  /// `0...1`.
  var confidence: Double
  /// Whether a detector was asked about a face that was followed, and did not see it.
  var isDoubtful = false
  var appearance: FaceAppearance?

  var isMeasured: Bool { !points.isEmpty }
}

extension FaceSighting {
  /// A face that was measured in an upright picture of `size`.
  init(_ face: MeasuredFace, in size: PixelSize) {
    box = FaceBox(face.bounds, in: size)
    crop = face.crop
    score = face.score
    confidence = face.confidence
    guard let mesh = face.mesh else { return }
    roll = mesh.pose.roll
    yaw = mesh.yaw
    knownYaw = mesh.knownYaw
    pitch = mesh.pose.pitch
    points = mesh.points
    appearance = FaceAppearance(crop: mesh.pixels)
  }
}
