import Imaging
import Kernels

/// Turns a detector's candidate into a face with bounds, pose and landmarks, or rejects it. May be shared by threads.
///
/// Stills and streams share this one path from a candidate to a face: crop, mesh, pose, irises, yaw, lips. The
/// differences between the two are in ``FaceAnalysisSettings``.
struct FaceLandmarker: Sendable {
  let settings: FaceAnalysisSettings
  private let networks: FaceNetworks
  private let verifier: CenterFaceVerifier
  private let locator: MeshLocator
  private let measurement: MeshMeasurement

  init(_ networks: FaceNetworks, settings: FaceAnalysisSettings) {
    self.settings = settings
    self.networks = networks
    verifier = CenterFaceVerifier(networks)
    locator = MeshLocator(networks, verifier: verifier, verifiesWayUp: settings.verifiesCandidates)
    measurement = MeshMeasurement(networks, settings: settings)
  }

  /// The networks that will surely run for candidates, so that they are loaded concurrently: the mesh and what it is
  /// measured by if one candidate is reliable, and ``CenterFace`` if one is not.
  func networksNeeded(for candidates: [FaceCandidate]) -> Set<FaceNetworks.Part> {
    let reliable = candidates.filter { $0.score >= FaceAnalysisSettings.reliableScore || !settings.verifiesCandidates }
    // The confidence is at most the root of the score.
    let certain = Float(FaceAnalysisSettings.certainConfidence * FaceAnalysisSettings.certainConfidence)
    let isInDoubt = settings.verifiesCandidates && candidates.contains { $0.score < certain }
    var parts: Set<FaceNetworks.Part> = isInDoubt ? [.verifier] : []
    guard !reliable.isEmpty else { return parts }
    parts.formUnion([.mesh, .yaw])
    let hasEyes = reliable.contains { $0.extent.x >= FaceAnalysisSettings.faceWithIrises }
    if settings.measuresIrises, hasEyes { parts.insert(.iris) }
    return parts
  }

  // MARK: New faces

  /// The faces among candidates, in the candidates' order; measured on all cores.
  func faces(
    for candidates: [FaceCandidate], in picture: some CropSource
  ) throws(FaceError) -> [MeasuredFace] {
    try networks.load(networksNeeded(for: candidates))
    let candidates = settings.verifiesCandidates ? try verifier.screened(candidates, in: picture) : candidates
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

  /// The face of a candidate; nil if it is not a face, or below the requested confidence.
  ///
  /// - Parameter isVerified: whether ``CenterFace`` verifies the candidate if it is in doubt.
  func face(
    for candidate: FaceCandidate, isVerified: Bool, in picture: some CropSource
  ) throws(FaceError) -> MeasuredFace? {
    var verified: CenterFace.Detection?
    let isReliable = candidate.score >= FaceAnalysisSettings.reliableScore || !isVerified
    if !isReliable {
      verified = try verifier.detection(for: candidate, in: picture)
      if verified == nil { return nil }
    }
    let crop = FaceCrop(candidate)
    guard crop.isUsable(in: picture.size) else { return nil }
    var located = try locator.locate(crop, .found, in: picture)
    if located == nil, isReliable, isVerified { verified = try verifier.detection(for: candidate, in: picture) }
    if located == nil, let verified {
      // CenterFace places profiles more exactly.
      located = try locator.locate(FaceCrop(verified, roll: crop.roll), .found, in: picture)
    }
    guard let located, verified.map(located.isSameFace) ?? true else {
      let roll = CenterFace.crop(crop).roll
      if let seen = verified, settings.measuresMirrored {
        verified = try verifier.symmetric(seen, roll: roll, in: picture)
      }
      // Of two networks that know faces one sees none.
      if settings.verifiesCandidates, verified == nil, candidate.isInside(picture.size) { return nil }
      return unmeasured(candidate, verified: verified, roll: roll, in: picture.size)
    }
    let confidence = max(located.confidence(score: candidate.score), Double(verified?.score ?? 0))
    guard confidence >= settings.search.minimumConfidence else { return nil }
    if settings.verifiesCandidates, verified == nil, confidence < FaceAnalysisSettings.certainConfidence {
      guard try verifier.confirms(located.prediction, in: picture) else { return nil }
    }
    return try measurement.face(of: located, score: candidate.score, confidence: confidence, in: picture)
  }

  /// A face without a mesh; nil if neither the detector nor ``CenterFace`` is certain enough of it.
  ///
  /// - Parameters:
  ///   - verified: the face that ``CenterFace`` detected, which gives the angles; nil if it did not run or detected
  ///     none.
  ///   - roll: the roll of the crop for ``CenterFace``, in radians.
  private func unmeasured(
    _ candidate: FaceCandidate, verified: CenterFace.Detection?, roll: Float, in size: PixelSize
  ) -> MeasuredFace? {
    guard verified != nil || candidate.score >= FaceAnalysisSettings.unmeasuredScore else { return nil }
    let confidence = max(
      FaceAnalysisSettings.unmeasuredConfidence * Double(candidate.score), Double(verified?.score ?? 0))
    guard confidence >= settings.search.minimumConfidence else { return nil }
    let bounds =
      verified.map { FaceBounds.bounds(of: $0, roll: roll, in: size) } ?? FaceBounds.bounds(of: candidate, in: size)
    return MeasuredFace(
      bounds: bounds, crop: FaceCrop(candidate), score: candidate.score, confidence: confidence,
      pose: verified.flatMap { CenterFacePose(points: $0.points) })
  }

  // MARK: Faces that are followed

  /// The face in a crop where a face was before; nil if the mesh network detects none.
  ///
  /// - Parameters:
  ///   - score: the detector's last score for this face.
  ///   - yawCalibration: the yaw network's last prediction for this face, used while the head has turned little; nil to
  ///     run the network, and to search for the lips.
  ///   - lipShift: the shift of the lips in earlier frames.
  func face(
    in crop: FaceCrop, score: Float, yawCalibration: YawCalibration? = nil, lipShift: LipShift? = nil,
    of picture: some CropSource
  ) throws(FaceError) -> MeasuredFace? {
    guard let located = try locator.locate(crop, .followed, in: picture) else { return nil }
    return try measurement.face(
      of: located, score: score, confidence: located.confidence(score: score), yawCalibration: yawCalibration,
      lipShift: lipShift, in: picture)
  }

  /// The face that ``CenterFace`` detects in the crop of a tracked face; nil if it detects none.
  func detection(in crop: FaceCrop, of picture: some CropSource) throws(FaceError) -> CenterFace.Detection? {
    try verifier.detection(in: crop, of: picture)
  }

  /// The face with motion blur that ``CenterFace`` detects in the crop of a tracked face; nil if it detects none.
  ///
  /// - Parameter way: the direction of the motion, of length 1.
  func detection(
    in crop: FaceCrop, blurredAlong way: SIMD2<Float>, of picture: some CropSource
  ) throws(FaceError) -> CenterFace.Detection? {
    try verifier.detection(in: crop, blurredAlong: way, of: picture)
  }

  /// Whether ``CenterFace`` sees a face in a crop at two sizes.
  func confirms(_ crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Bool {
    try verifier.confirms(crop, in: picture)
  }

  /// A tracked face that ``CenterFace`` detected, with its mesh if that is of the same face.
  ///
  /// - Parameter crop: the crop in which the face was detected.
  func verified(
    _ seen: CenterFace.Detection, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> MeasuredFace {
    let place = FaceCrop(seen, roll: crop.roll)
    if let located = try locator.locate(place, .followed, in: picture), located.isSameFace(as: seen) {
      return try measurement.face(
        of: located, score: seen.score, confidence: located.confidence(score: seen.score), in: picture)
    }
    return unmeasured(seen, in: crop, of: picture.size)
  }

  /// A tracked face of which only ``CenterFace`` gives the place.
  ///
  /// - Parameter crop: that it was seen in.
  func unmeasured(_ seen: CenterFace.Detection, in crop: FaceCrop, of size: PixelSize) -> MeasuredFace {
    MeasuredFace(
      bounds: FaceBounds.bounds(of: seen, roll: crop.roll, in: size), crop: FaceCrop(seen, roll: crop.roll),
      score: seen.score, confidence: Double(seen.score))
  }

  /// A tracked face that a detector finds at its place, but the mesh network does not; nil if the score is too low.
  ///
  /// - Parameters:
  ///   - bounds: the bounds of the detector's box.
  ///   - crop: the crop for the mesh network.
  func tracked(score: Float, bounds: NormalizedRect, crop: FaceCrop) -> MeasuredFace? {
    let confidence = Double(score) * FaceAnalysisSettings.unmeasuredConfidence
    guard score >= FaceAnalysisSettings.trackedUnmeasuredScore,
      confidence >= settings.search.minimumConfidence * FaceAnalysisSettings.trackedConfidenceFraction
    else { return nil }
    return MeasuredFace(bounds: bounds, crop: crop, score: score, confidence: confidence)
  }
}
