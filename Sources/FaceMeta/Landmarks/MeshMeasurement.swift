import Imaging

/// Measures the irises, yaw, lips and bounds of a face whose mesh is located. May be shared by threads.
///
/// Networks are loaded on first use: small eyes have no irises.
struct MeshMeasurement: Sendable {
  private let networks: FaceNetworks
  private let measuresIrises: Bool
  /// Whether yaw is measured in the mirror image too.
  private let measuresMirrored: Bool

  init(_ networks: FaceNetworks, settings: FaceAnalysisSettings) {
    self.networks = networks
    measuresIrises = settings.measuresIrises
    measuresMirrored = settings.measuresMirrored
  }

  /// - Parameters:
  ///   - score: the detector's score for the face, `0...1`.
  ///   - confidence: the confidence to report, `0...1`.
  ///   - yawCalibration: the yaw network's last prediction for this face, used while the head has turned little; nil to
  ///     run the network, and to search for the lips.
  ///   - lipShift: the shift of the lips in earlier frames.
  func face(
    of located: LocatedMesh, score: Float, confidence: Double, yawCalibration: YawCalibration? = nil,
    lipShift: LipShift? = nil, in picture: some CropSource
  ) throws(FaceError) -> MeasuredFace {
    let (prediction, pose) = (located.prediction, located.pose)
    let irises =
      measuresIrises && IrisNetwork.canMeasure(prediction)
      ? try networks.loadIris().points(for: prediction, in: picture.full) ?? [] : []
    let mirrored = measuresMirrored ? try MirroredMesh(of: located.pixels, by: networks.loadMesh()) : nil
    var calibration = yawCalibration
    var angle = yawCalibration?.yaw(at: pose)
    if angle == nil {
      angle = try yaw(of: located, mirrored)
      calibration = angle.map { YawCalibration(networkYaw: $0, meshYaw: pose.yaw) }
    }
    let points = try landmarks(of: located, mirrored, in: picture)
    // Lips of a tracked face are searched for only when the yaw network runs: the search takes longer than everything
    // but the networks.
    let seen = yawCalibration == nil ? try LipFit.shift(of: points, in: picture) : nil
    let shift = lipShift.map { known in seen.map(known.averaged) ?? known } ?? seen
    return MeasuredFace(
      bounds: FaceBounds.bounds(of: prediction.points, roll: pose.roll, in: picture.size), crop: prediction.crop,
      score: score, confidence: confidence,
      mesh: MeasuredFace.Mesh(
        pose: pose, yaw: angle, yawCalibration: calibration, lipShift: shift,
        points: (shift?.moved(points) ?? points) + irises, pixels: located.pixels))
  }

  /// The yaw network's prediction; nil if it gives none.
  private func yaw(of located: LocatedMesh, _ mirrored: MirroredMesh?) throws(FaceError) -> Angle? {
    let yaw = try networks.loadYaw()
    guard let seen = try yaw.yaw(points: located.prediction.points, pixels: located.pixels) else { return nil }
    guard let mirrored,
      let other = try yaw.yaw(points: mirrored.prediction.points, pixels: mirrored.pixels)
    else { return seen }
    // A perfect network would predict the opposite sign.
    return Angle(degrees: (seen.signed.degrees - other.signed.degrees) / 2).normalized
  }

  /// The points of the mesh, in pixels of the upright picture.
  private func landmarks(
    of located: LocatedMesh, _ mirrored: MirroredMesh?, in picture: some CropSource
  ) throws(FaceError) -> [SIMD3<Float>] {
    guard picture.full.isMirrorImage, let first = mirrored?.mesh(in: located.crop) else {
      return located.prediction.points
    }
    // The search used the mirror image. Landmarks are measured in the picture itself, as in frames of movies, in a crop
    // of their own.
    guard let pixels = try picture.pixels(of: first.crop, side: FaceMesh.inputSize),
      let second = try MirroredMesh(of: pixels, by: networks.loadMesh())
    else { return first.points }
    return second.mesh(in: first.crop).points
  }
}
