import Imaging

/// Finds faces in frames with the networks.
struct NetworkFaceBackend: FaceBackend {
  let networks: FaceNetworks
  let settings: FaceAnalysisSettings

  func analysis(of frame: Frame) throws(FaceError) -> any FrameAnalysis {
    try networks.loadAll(iris: settings.measuresIrises, regions: false)
    let pyramid = try FramePyramid(frame)
    return NetworkFrameAnalysis(
      pyramid: pyramid, detectors: try networks.loadDetectors(),
      landmarker: try FaceLandmarker(networks, settings: settings),
      thumbnail: try NetworkFrameAnalysis.thumbnail(of: pyramid),
      tiles: SearchTile.all(for: pyramid.size, settings: settings))
  }
}
