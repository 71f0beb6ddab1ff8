import Imaging

/// A face measured by ``FaceLandmarker`` in one picture.
struct MeasuredFace: Sendable {
  /// The measures of a face that only the mesh network gives.
  struct Mesh: Sendable {
    /// Roll, geometric yaw and pitch.
    var pose: HeadPose
    /// The yaw to report; nil if the yaw network gave none.
    var yaw: Angle?
    /// The yaw network's last prediction for this face.
    var yawCalibration: YawCalibration?
    /// The shift of the lips to their place in the picture; nil if too little of them was visible.
    var lipShift: LipShift?
    /// 468 points, and 10 of the irises where they were measured, in pixels of the upright picture.
    var points: [SIMD3<Float>]
    /// The pixels that the mesh was measured in: `rgba8`, ``FaceMesh/inputSize`` a side.
    var pixels: PixelBuffer
  }

  /// Eyebrows to lips, as fractions of the upright picture.
  var bounds: NormalizedRect
  /// The crop for the mesh network, in pixels of the upright picture.
  var crop: FaceCrop
  /// The detector's score, `0...1`.
  var score: Float
  /// The joint confidence of all networks, `0...1`.
  var confidence: Double
  /// Nil if a detector found the face but the mesh network did not.
  var mesh: Mesh?
  /// The angles of a face without a mesh; nil if ``CenterFace`` did not run for it.
  var pose: CenterFacePose?

  /// The face as reported for a still picture of `size`.
  func face(in size: PixelSize) -> Face {
    guard let mesh else { return Face(bounds: bounds, roll: pose?.roll, yaw: pose?.yaw, confidence: confidence) }
    let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
    return Face(
      bounds: bounds, roll: mesh.pose.roll, yaw: mesh.yaw, pitch: mesh.pose.pitch, confidence: confidence,
      landmarks: FaceLandmarks(points: mesh.points.map { $0 / unit }))
  }
}
