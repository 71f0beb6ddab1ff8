import Imaging

/// Finds faces in frames with the networks.
struct NetworkFaceBackend: FaceBackend {
  let networks: FaceNetworks
  let settings: FaceAnalysisSettings

  func analysis(of frame: Frame) throws(FaceError) -> any FrameAnalysis {
    try networks.load(FaceNetworks.Part.all(irises: settings.measuresIrises).subtracting([.regions]))
    let pyramid = try FramePyramid(frame)
    return NetworkFrameAnalysis(
      pyramid: pyramid, detectors: try networks.loadDetectors(),
      landmarker: FaceLandmarker(networks, settings: settings),
      thumbnail: try NetworkFrameAnalysis.thumbnail(of: pyramid),
      tiles: SearchTile.all(for: pyramid.size, settings: settings))
  }
}
