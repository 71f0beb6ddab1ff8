import Imaging
import Kernels

/// One face as seen in one frame, before it is assigned to a track. In pixels of the upright picture.
struct FaceObservation: Sendable {
  var box: FaceBox
  /// Angles; nil where the face has no mesh.
  var roll: Angle?
  var yaw: Angle?
  /// The last answer of the yaw network for this face.
  var yawCalibration: YawCalibration?
  /// How far the lips were moved to where the picture shows them.
  var lipShift: LipShift?
  var pitch: Angle?
  /// The mesh, and the irises where they were measured; empty where the face was only detected.
  var points: [SIMD3<Float>] = []
  /// The square to look for the mesh in.
  var crop: FaceCrop
  /// The detector's last score, `0...1`.
  var score: Float
  /// What all networks together say, `0...1`.
  var confidence: Double
  /// Whether a detector was run on a tracked face and did not see it.
  var isDoubtful = false
  /// Whether the verification network saw the face where the other networks did not or were in doubt.
  var isVerified = false
  /// Whether motion blurs the face so much that no network tells more than where it is.
  var isBlurred = false
  var appearance: FaceAppearance?

  var isMeasured: Bool { !points.isEmpty }

  /// Moves all of the face by so many pixels.
  mutating func move(by step: SIMD2<Double>) {
    box.center += step
    crop.center += SIMD2<Float>(step)
    let offset = SIMD3(Float(step.x), Float(step.y), 0)
    for index in points.indices { points[index] += offset }
  }
}

extension FaceObservation {
  /// The observation of a face measured in an upright picture of `size`.
  init(_ face: MeasuredFace, in size: PixelSize) {
    box = FaceBox(face.bounds, in: size)
    crop = face.crop
    score = face.score
    confidence = face.confidence
    guard let mesh = face.mesh else { return }
    roll = mesh.pose.roll
    yaw = mesh.yaw
    yawCalibration = mesh.yawCalibration
    lipShift = mesh.lipShift
    pitch = mesh.pose.pitch
    points = mesh.points
    appearance = FaceAppearance(crop: mesh.pixels)
  }
}

extension FaceObservation {
  /// What a network sees of several faces, by the indices of their tracks. It is asked about all of them at once.
  static func concurrently(
    for indices: [Int], by look: @Sendable (Int) throws(FaceError) -> FaceObservation?
  ) throws(FaceError) -> [Int: FaceObservation] {
    let results = concurrentMap(indices.count) { number in
      Result { () throws(FaceError) in try look(indices[number]) }
    }
    var seen: [Int: FaceObservation] = [:]
    for (index, result) in zip(indices, results) { seen[index] = try result.get() }
    return seen
  }
}
