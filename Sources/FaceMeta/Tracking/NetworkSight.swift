import Imaging

/// Sees faces with the networks.
struct NetworkSight: FaceSight {
  let networks: FaceNetworks
  let settings: FaceAnalysisSettings

  func scene(of frame: Frame) throws(FaceError) -> any FaceScene {
    let picture = try WorkingPicture(frame)
    return NetworkScene(
      picture: picture, detectors: try networks.loadDetectors(),
      landmarker: try FaceLandmarker(networks, settings: settings), thumbnail: try NetworkScene.thumbnail(of: picture),
      parts: SearchPart.all(for: picture.size, settings: settings))
  }
}
