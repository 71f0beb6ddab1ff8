import Imaging
import Kernels

/// One face in one frame, before it is assigned to a track. In pixels of the upright picture.
struct FaceObservation: Sendable {
  var box: FaceBox
  /// Angles; nil where the face has no mesh.
  var roll: Angle?
  var yaw: Angle?
  /// The yaw network's last prediction for this face.
  var yawCalibration: YawCalibration?
  /// The shift of the lips to their place in the picture.
  var lipShift: LipShift?
  var pitch: Angle?
  /// The mesh, and the irises where they were measured; empty where the face was only detected.
  var points: [SIMD3<Float>] = []
  /// The crop for the mesh network.
  var crop: FaceCrop
  /// The detector's last score, `0...1`.
  var score: Float
  /// The combined score of all networks, `0...1`.
  var confidence: Double
  /// Whether a detector ran for a tracked face and did not detect it.
  var isDoubtful = false
  /// Whether the verification network detected the face while the other networks did not or were in doubt.
  var isVerified = false
  /// Whether motion blur is so strong that only the face's place is known.
  var isBlurred = false
  var appearance: FaceAppearance?

  var isMeasured: Bool { !points.isEmpty }
  /// Whether it is a face without the verification network's confirmation.
  var isCertain: Bool { confidence >= FaceAnalysisSettings.certainConfidence }

  /// Moves the whole face by an offset in pixels.
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
  /// A network's observations of several faces, by the indices of their tracks, made concurrently.
  static func concurrently(
    for indices: [Int], by observe: @Sendable (Int) throws(FaceError) -> FaceObservation?
  ) throws(FaceError) -> [Int: FaceObservation] {
    let results = concurrentMap(indices.count) { number in
      Result { () throws(FaceError) in try observe(indices[number]) }
    }
    var seen: [Int: FaceObservation] = [:]
    for (index, result) in zip(indices, results) { seen[index] = try result.get() }
    return seen
  }
}
