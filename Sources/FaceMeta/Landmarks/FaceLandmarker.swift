import Imaging
import Kernels

/// Measures faces: turns a detector's candidate into a face with bounds, pose and landmarks, or rejects it.
///
/// The only path from a candidate to a face, for stills and streams: crop, mesh, pose, irises, yaw, lips. What differs between
/// the two is in ``FaceAnalysisSettings``. May be shared by threads.
struct FaceLandmarker: Sendable {
  let settings: FaceAnalysisSettings
  private let mesh: FaceMesh
  private let iris: IrisNetwork?
  private let yaw: YawNetwork
  /// Loads ``CenterFace`` when a candidate is in doubt, which in photos nearly always one is.
  private let networks: FaceNetworks

  /// - Throws: ``FaceError/network(_:)`` if a network cannot be loaded.
  init(_ networks: FaceNetworks, settings: FaceAnalysisSettings) throws(FaceError) {
    self.settings = settings
    self.networks = networks
    mesh = try networks.loadMesh()
    iris = settings.measuresIrises ? try networks.loadIris() : nil
    yaw = try networks.loadYaw()
  }

  /// The faces among candidates, in the candidates' order; measured on all cores.
  func faces(
    for candidates: [FaceCandidate], in picture: some CropSource
  ) throws(FaceError) -> [MeasuredFace] {
    let candidates = settings.verifiesCandidates ? try screened(candidates, in: picture) : candidates
    let results = concurrentMap(candidates.count) { index in
      Result { () throws(FaceError) in
        try face(for: candidates[index], isVerified: settings.verifiesCandidates, in: picture)
      }
    }
    var faces: [MeasuredFace] = []
    for result in results {
      if let face = try result.get() { faces.append(face) }
    }
    return faces
  }

  /// The candidates without those that ``CenterFace`` would not verify, as it sees when it looks at several at once.
  private func screened(
    _ candidates: [FaceCandidate], in picture: some CropSource
  ) throws(FaceError) -> [FaceCandidate] {
    let doubtful = candidates.indices.filter {
      candidates[$0].score < FaceAnalysisSettings.reliableScore
        && CandidateMosaic.canShow(candidates[$0], of: picture.size)
    }
    // One alone is verified as fast.
    guard doubtful.count > 1 else { return candidates }
    let verifier = try networks.loadVerifier()
    let groups = stride(from: 0, to: doubtful.count, by: CandidateMosaic.capacity).map {
      Array(doubtful[$0..<min($0 + CandidateMosaic.capacity, doubtful.count)])
    }
    let results = concurrentMap(groups.count) { number in
      Result { () throws(FaceError) in
        try verifier.mayBeFaces(groups[number].map { candidates[$0] }, in: picture)
      }
    }
    var noFaces: Set<Int> = []
    for (group, result) in zip(groups, results) {
      for (index, mayBeFace) in zip(group, try result.get()) where !mayBeFace { noFaces.insert(index) }
    }
    return candidates.indices.filter { !noFaces.contains($0) }.map { candidates[$0] }
  }

  /// The face of a candidate; nil if it is no face, or less confident than was asked for.
  ///
  /// - Parameter isVerified: whether ``CenterFace`` is asked where the candidate is in doubt.
  func face(
    for candidate: FaceCandidate, isVerified: Bool, in picture: some CropSource
  ) throws(FaceError) -> MeasuredFace? {
    var verified: CenterFace.Detection?
    let isReliable = candidate.score >= FaceAnalysisSettings.reliableScore || !isVerified
    if !isReliable {
      verified = try verify(candidate, in: picture)
      if verified == nil { return nil }
    }
    let crop = FaceCrop(candidate)
    guard crop.isUsable(in: picture.size) else { return nil }
    var located = try locate(crop, .found, in: picture)
    if located == nil, isReliable, isVerified { verified = try verify(candidate, in: picture) }
    if located == nil, let verified {
      // CenterFace knows better where a profile is.
      located = try locate(FaceCrop(verified, roll: crop.roll), .found, in: picture)
    }
    guard let located, verified.map({ Self.isSame($0, located) }) ?? true else {
      let roll = CenterFace.crop(crop).roll
      if let seen = verified, settings.measuresMirrored {
        verified = try networks.loadVerifier().symmetric(seen, roll: roll, in: picture)
      }
      return unmeasured(candidate, verified: verified, roll: roll, in: picture.size)
    }
    let confidence = max(located.confidence(score: candidate.score), Double(verified?.score ?? 0))
    guard confidence >= settings.minimumConfidence else { return nil }
    return try measure(located, score: candidate.score, confidence: confidence, yawCalibration: nil, in: picture)
  }

  /// The face in a crop where a face was seen before; nil if the mesh network sees none.
  ///
  /// - Parameters:
  ///   - score: the detector's last score for this face.
  ///   - yawCalibration: the yaw network's last answer for this face, used while the head has turned little; nil to run
  ///     the network, and to look for the lips.
  ///   - lipShift: where the lips were in earlier frames.
  func face(
    in crop: FaceCrop, score: Float, yawCalibration: YawCalibration? = nil, lipShift: LipShift? = nil,
    of picture: some CropSource
  ) throws(FaceError) -> MeasuredFace? {
    guard let located = try locate(crop, .followed, in: picture) else { return nil }
    let confidence = located.confidence(score: score)
    return try measure(
      located, score: score, confidence: confidence, yawCalibration: yawCalibration, lipShift: lipShift, in: picture)
  }

  /// A run of the mesh network.
  private struct MeshPass: Sendable {
    /// What the network saw: ``pixels``, ``FaceMesh/inputSize`` a side.
    let crop: FaceCrop
    let pixels: PixelBuffer
    let prediction: FaceMesh.Prediction
  }

  /// What the mesh network sees in the mirror image of a crop.
  private struct MirrorImage: Sendable {
    let pixels: PixelBuffer
    /// In pixels of the mirror image.
    let prediction: FaceMesh.Prediction

    /// The mesh in the picture, each point as the one that it is there.
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

  /// A mesh in its crop.
  private struct Located: Sendable {
    let pass: MeshPass
    let pose: HeadPose

    var prediction: FaceMesh.Prediction { pass.prediction }

    /// The geometric mean of what the detector and the mesh network say.
    func confidence(score: Float) -> Double { Double((score * prediction.presence).squareRoot()) }
  }

  /// The mesh of the face in a crop, level and the right way up; nil if there is none.
  private func locate(
    _ crop: FaceCrop, _ leveling: FaceAnalysisSettings.Leveling, in picture: some CropSource
  ) throws(FaceError) -> Located? {
    guard let level = try level(crop, leveling, in: picture) else { return nil }
    let pass = settings.verifiesCandidates ? try upright(level, leveling, in: picture) : level
    guard let pose = HeadPose(points: pass.prediction.points) else { return nil }
    return Located(pass: pass, pose: pose)
  }

  /// Runs the mesh network in a crop, then in the crop that its points give, until the eyes are level.
  private func level(
    _ crop: FaceCrop, _ leveling: FaceAnalysisSettings.Leveling, in picture: some CropSource
  ) throws(FaceError) -> MeshPass? {
    func pass(_ crop: FaceCrop) throws(FaceError) -> MeshPass? {
      guard let pixels = try picture.pixels(of: crop, side: FaceMesh.inputSize),
        let prediction = try mesh.prediction(for: crop, pixels: pixels)
      else { return nil }
      return MeshPass(crop: crop, pixels: pixels, prediction: prediction)
    }
    var roll = crop.roll
    guard var found = try pass(crop) else { return nil }
    for _ in 1..<leveling.maximumPasses where found.prediction.presence >= FaceAnalysisSettings.retryPresence {
      let next = found.prediction.crop
      let isLevel = abs(Angle(radians: Double(next.roll - roll)).signed.degrees) < leveling.tolerance
      if isLevel, !leveling.repeatsLevelPass, found.prediction.presence >= FaceAnalysisSettings.minimumPresence {
        break
      }
      guard let again = try pass(next) else { break }
      (found, roll) = (again, next.roll)
      if isLevel, leveling.repeatsLevelPass { break }
    }
    return found.prediction.presence >= FaceAnalysisSettings.minimumPresence ? found : nil
  }

  /// The mesh of a face that lies, turned by 180 degrees where ``CenterFace`` prefers it so.
  private func upright(
    _ found: MeshPass, _ leveling: FaceAnalysisSettings.Leveling, in picture: some CropSource
  ) throws(FaceError) -> MeshPass {
    let crop = found.prediction.crop
    let roll = Angle(radians: Double(crop.roll)).signed
    guard abs(roll.degrees) > FaceAnalysisSettings.verifiedRoll else { return found }
    var turned = crop
    turned.roll += .pi
    let verifier = try networks.loadVerifier()
    let gain = FaceAnalysisSettings.upsideDownGain
    guard try verifier.score(of: turned, in: picture) > verifier.score(of: crop, in: picture) + gain,
      let other = try level(turned, leveling, in: picture)
    else { return found }
    return other
  }

  /// What ``CenterFace`` sees where a candidate is; nil if it sees no face.
  private func verify(
    _ candidate: FaceCandidate, in picture: some CropSource
  ) throws(FaceError) -> CenterFace.Detection? {
    let detection = try networks.loadVerifier().detection(for: candidate, in: picture)
    return detection.flatMap { $0.score >= FaceAnalysisSettings.verifiedScore ? $0 : nil }
  }

  private static func isSame(_ verified: CenterFace.Detection, _ located: Located) -> Bool {
    verified.overlap(with: located.prediction.points) >= FaceAnalysisSettings.verifiedOverlap
  }

  /// Bounds, irises, yaw and lips of a mesh.
  private func measure(
    _ located: Located, score: Float, confidence: Double, yawCalibration: YawCalibration?, lipShift: LipShift? = nil,
    in picture: some CropSource
  ) throws(FaceError) -> MeasuredFace {
    let (prediction, pose) = (located.prediction, located.pose)
    let irises = try iris?.points(for: prediction, in: picture.full) ?? []
    let mirrored = settings.measuresMirrored ? try mirrorImage(of: located.pass.pixels) : nil
    var calibration = yawCalibration
    var angle = yawCalibration?.yaw(at: pose)
    if angle == nil {
      angle = try yaw.yaw(points: prediction.points, pixels: located.pass.pixels)
      // A faultless network would answer with the opposite sign.
      if let mirrored, let seen = angle,
        let other = try yaw.yaw(points: mirrored.prediction.points, pixels: mirrored.pixels)
      {
        angle = Angle(degrees: (seen.signed.degrees - other.signed.degrees) / 2).normalized
      }
      calibration = angle.map { YawCalibration(networkYaw: $0, meshYaw: pose.yaw) }
    }
    var points = prediction.points
    // Landmarks are those of the face as it is, as frames of movies are seen, in a crop of their own.
    if picture.full.isMirrorImage, let mesh = mirrored?.mesh(in: located.pass.crop) {
      points = mesh.points
      if let pixels = try picture.pixels(of: mesh.crop, side: FaceMesh.inputSize),
        let again = try mirrorImage(of: pixels)
      {
        points = again.mesh(in: mesh.crop).points
      }
    }
    // Of a face that is followed, now and then: the search takes longer than all else but the networks.
    let seen = yawCalibration == nil ? try LipFit.shift(of: points, in: picture) : nil
    let shift = lipShift.map { known in seen.map(known.averaged) ?? known } ?? seen
    points = shift?.moved(points) ?? points
    return MeasuredFace(
      bounds: FaceBounds.bounds(of: prediction.points, roll: pose.roll, in: picture.size), crop: prediction.crop,
      score: score, confidence: confidence,
      mesh: MeasuredFace.Mesh(
        pose: pose, yaw: angle, yawCalibration: calibration, lipShift: shift, points: points + irises,
        pixels: located.pass.pixels))
  }

  /// What the mesh network sees in the mirror image of a crop's pixels; nil where it sees no face.
  private func mirrorImage(of pixels: PixelBuffer) throws(FaceError) -> MirrorImage? {
    let pixels = pixels.oriented(by: .upMirrored)
    let side = Float(FaceMesh.inputSize)
    let crop = FaceCrop(center: SIMD2(repeating: side / 2), side: side, roll: 0)
    guard let prediction = try mesh.prediction(for: crop, pixels: pixels),
      prediction.presence >= FaceAnalysisSettings.minimumPresence
    else { return nil }
    return MirrorImage(pixels: pixels, prediction: prediction)
  }

  /// A face that has no mesh: a detector or ``CenterFace`` is certain of it, and only the latter tells its angles.
  ///
  /// - Parameter roll: of the crop that ``CenterFace`` was shown, in radians.
  private func unmeasured(
    _ candidate: FaceCandidate, verified: CenterFace.Detection?, roll: Float, in size: PixelSize
  ) -> MeasuredFace? {
    guard verified != nil || candidate.score >= FaceAnalysisSettings.unmeasuredScore else { return nil }
    let confidence = max(
      FaceAnalysisSettings.unmeasuredConfidence * Double(candidate.score), Double(verified?.score ?? 0))
    guard confidence >= settings.minimumConfidence else { return nil }
    let bounds =
      verified.map { FaceBounds.bounds(of: $0, roll: roll, in: size) } ?? FaceBounds.bounds(of: candidate, in: size)
    return MeasuredFace(
      bounds: bounds, crop: FaceCrop(candidate), score: candidate.score, confidence: confidence,
      pose: verified.flatMap { CenterFacePose(points: $0.points) })
  }

  /// What ``CenterFace`` sees of a tracked face in the crop where it should be; nil if it sees none.
  func detection(in crop: FaceCrop, of picture: some CropSource) throws(FaceError) -> CenterFace.Detection? {
    let extent = SIMD2<Float>(repeating: crop.side / FaceCrop.margin)
    let detection = try networks.loadVerifier().detection(of: extent, in: crop, of: picture)
    return detection.flatMap { $0.score >= FaceAnalysisSettings.verifiedScore ? $0 : nil }
  }

  /// What ``CenterFace`` sees of a tracked face that frames blur, in the crop where it should be; nil if it sees none.
  ///
  /// - Parameter way: the direction of its motion, of length 1.
  func detection(
    in crop: FaceCrop, blurredAlong way: SIMD2<Float>, of picture: some CropSource
  ) throws(FaceError) -> CenterFace.Detection? {
    let extent = SIMD2<Float>(repeating: crop.side / FaceCrop.margin)
    let detection = try networks.loadVerifier().detection(of: extent, in: crop, blurredAlong: way, of: picture)
    return detection.flatMap { $0.score >= FaceAnalysisSettings.blurredScore ? $0 : nil }
  }

  /// A tracked face that ``CenterFace`` saw, with its mesh where that is of the same face.
  ///
  /// - Parameter crop: that it was seen in.
  func verified(
    _ seen: CenterFace.Detection, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> MeasuredFace {
    let place = FaceCrop(seen, roll: crop.roll)
    if let located = try locate(place, .followed, in: picture), Self.isSame(seen, located) {
      return try measure(
        located, score: seen.score, confidence: located.confidence(score: seen.score), yawCalibration: nil, in: picture)
    }
    return unmeasured(seen, in: crop, of: picture.size)
  }

  /// A tracked face of which only ``CenterFace`` knows where it is.
  ///
  /// - Parameter crop: that it was seen in.
  func unmeasured(_ seen: CenterFace.Detection, in crop: FaceCrop, of size: PixelSize) -> MeasuredFace {
    MeasuredFace(
      bounds: FaceBounds.bounds(of: seen, roll: crop.roll, in: size), crop: FaceCrop(seen, roll: crop.roll),
      score: seen.score, confidence: Double(seen.score))
  }

  /// A tracked face that a detector sees where it should be, but the mesh network does not.
  ///
  /// - Parameters:
  ///   - bounds: of the detector's box.
  ///   - crop: the square to look for the mesh in.
  func tracked(score: Float, bounds: NormalizedRect, crop: FaceCrop) -> MeasuredFace? {
    let confidence = Double(score) * FaceAnalysisSettings.unmeasuredConfidence
    guard score >= FaceAnalysisSettings.trackedUnmeasuredScore,
      confidence >= settings.minimumConfidence * FaceAnalysisSettings.trackedConfidenceFraction
    else { return nil }
    return MeasuredFace(bounds: bounds, crop: crop, score: score, confidence: confidence)
  }
}
