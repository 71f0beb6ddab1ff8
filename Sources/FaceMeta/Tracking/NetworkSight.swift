import Imaging

/// Sees faces with the networks.
struct NetworkSight: FaceSight {
  let networks: FaceNetworks
  let minimumConfidence: Double
  /// In pixels of the upright picture; nil for a share of it.
  let minimumFaceSize: Double?
  let measuresIrises: Bool

  func scene(of frame: Frame) throws(FaceError) -> any FaceScene {
    let picture = try WorkingPicture(frame)
    let longest = Double(max(picture.full.size.width, picture.full.size.height))
    let smallest = minimumFaceSize.map { max(8, $0) } ?? max(16, longest / 64)
    return NetworkScene(
      picture: picture, detectors: try networks.loadDetectors(), mesh: try networks.loadMesh(),
      iris: measuresIrises ? try networks.loadIris() : nil, yaw: try networks.loadYaw(),
      minimumConfidence: minimumConfidence, minimumFace: smallest, thumbnail: try NetworkScene.thumbnail(of: picture),
      parts: SearchPart.all(for: picture.full.size, minimumFace: smallest))
  }
}
