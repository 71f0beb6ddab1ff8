import Imaging

/// The mesh that the network found in a crop.
struct LocatedMesh: Sendable {
  let crop: FaceCrop
  /// The pixels of the crop: `rgba8`, ``FaceMesh/inputSize`` a side.
  let pixels: PixelBuffer
  let prediction: FaceMesh.Prediction
  let pose: HeadPose

  /// The geometric mean of the detector's score and the mesh network's, `0...1`.
  func confidence(score: Float) -> Double { Double((score * prediction.presence).squareRoot()) }

  /// Whether the mesh is of the face that ``CenterFace`` detects; if not, it has slid.
  func isSameFace(as detection: CenterFace.Detection) -> Bool {
    detection.overlap(with: prediction.points) >= FaceAnalysisSettings.verifiedOverlap
  }
}
