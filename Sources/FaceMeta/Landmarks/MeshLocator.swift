import Imaging

/// Finds the mesh of the face in a crop, level and upright. May be shared by threads.
struct MeshLocator: Sendable {
  private let networks: FaceNetworks
  private let verifier: CenterFaceVerifier
  /// Whether ``CenterFace`` verifies the way up of faces that lie on their side.
  private let verifiesWayUp: Bool

  /// One run of the mesh network.
  private struct Pass {
    let crop: FaceCrop
    let pixels: PixelBuffer
    let prediction: FaceMesh.Prediction
  }

  init(_ networks: FaceNetworks, verifier: CenterFaceVerifier, verifiesWayUp: Bool) {
    self.networks = networks
    self.verifier = verifier
    self.verifiesWayUp = verifiesWayUp
  }

  /// The mesh of the face in a crop; nil if the network detects no face.
  func locate(
    _ crop: FaceCrop, _ leveling: FaceAnalysisSettings.Leveling, in picture: some CropSource
  ) throws(FaceError) -> LocatedMesh? {
    guard let level = try level(crop, leveling, in: picture) else { return nil }
    let pass = verifiesWayUp ? try upright(level, leveling, in: picture) : level
    guard let pose = HeadPose(points: pass.prediction.points) else { return nil }
    return LocatedMesh(crop: pass.crop, pixels: pass.pixels, prediction: pass.prediction, pose: pose)
  }

  /// Runs the network in a crop, then in the crop given by its points, until the eyes are level.
  private func level(
    _ crop: FaceCrop, _ leveling: FaceAnalysisSettings.Leveling, in picture: some CropSource
  ) throws(FaceError) -> Pass? {
    var roll = crop.roll
    guard var found = try pass(crop, in: picture) else { return nil }
    for _ in 1..<leveling.maximumPasses where found.prediction.presence >= FaceAnalysisSettings.retryPresence {
      let next = found.prediction.crop
      let isLevel = abs(Angle(radians: Double(next.roll - roll)).signed.degrees) < leveling.tolerance
      if isLevel, !leveling.repeatsLevelPass, found.prediction.presence >= FaceAnalysisSettings.minimumPresence {
        break
      }
      guard let again = try pass(next, in: picture) else { break }
      (found, roll) = (again, next.roll)
      if isLevel, leveling.repeatsLevelPass { break }
    }
    return found.prediction.presence >= FaceAnalysisSettings.minimumPresence ? found : nil
  }

  private func pass(_ crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Pass? {
    guard let pixels = try picture.pixels(of: crop, side: FaceMesh.inputSize),
      let prediction = try networks.loadMesh().prediction(for: crop, pixels: pixels)
    else { return nil }
    return Pass(crop: crop, pixels: pixels, prediction: prediction)
  }

  /// The mesh of a face that lies on its side, turned by 180 degrees if ``CenterFace`` scores the turned crop higher.
  private func upright(
    _ found: Pass, _ leveling: FaceAnalysisSettings.Leveling, in picture: some CropSource
  ) throws(FaceError) -> Pass {
    let crop = found.prediction.crop
    let roll = Angle(radians: Double(crop.roll)).signed
    guard abs(roll.degrees) > FaceAnalysisSettings.verifiedRoll else { return found }
    var turned = crop
    turned.roll += .pi
    guard try verifier.prefers(turned, to: crop, in: picture), let other = try level(turned, leveling, in: picture)
    else { return found }
    return other
  }
}
