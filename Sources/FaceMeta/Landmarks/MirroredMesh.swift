import Imaging

/// The mesh that the network finds in the mirror image of a crop.
struct MirroredMesh: Sendable {
  /// The mirror image of the crop's pixels.
  let pixels: PixelBuffer
  /// The mesh in pixels of the mirror image.
  let prediction: FaceMesh.Prediction

  /// Runs the network on the mirror image of a crop's pixels; nil if it detects no face.
  init?(of pixels: PixelBuffer, by mesh: FaceMesh) throws(FaceError) {
    let pixels = pixels.oriented(by: .upMirrored)
    let side = Float(FaceMesh.inputSize)
    let crop = FaceCrop(center: SIMD2(repeating: side / 2), side: side, roll: 0)
    guard let prediction = try mesh.prediction(for: crop, pixels: pixels),
      prediction.presence >= FaceAnalysisSettings.minimumPresence
    else { return nil }
    self.pixels = pixels
    self.prediction = prediction
  }

  /// The mesh in pixels of the picture, with left and right points exchanged.
  func mesh(in crop: FaceCrop) -> FaceMesh.Prediction {
    let map = crop.map(pixels: FaceMesh.inputSize)
    let depth = crop.side / Float(FaceMesh.inputSize)
    let points = prediction.points.indices.map { index in
      let point = prediction.points[MeshTopology.mirrored[index]]
      let place = map.apply(x: Double(Float(FaceMesh.inputSize) - point.x), y: Double(point.y))
      return SIMD3(Float(place.x), Float(place.y), point.z * depth)
    }
    return FaceMesh.Prediction(points: points, presence: prediction.presence)
  }
}
