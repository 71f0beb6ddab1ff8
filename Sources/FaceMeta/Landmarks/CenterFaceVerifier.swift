import Imaging
import Kernels

/// Verifies by ``CenterFace`` faces that other networks doubt. May be shared by threads.
///
/// The network is loaded on first use. Nearly every photo has a doubtful face.
struct CenterFaceVerifier: Sendable {
  private let networks: FaceNetworks

  init(_ networks: FaceNetworks) { self.networks = networks }

  /// The candidates without those that have next to no score in a mosaic of several.
  func screened(
    _ candidates: [FaceCandidate], in picture: some CropSource
  ) throws(FaceError) -> [FaceCandidate] {
    let doubtful = candidates.indices.filter {
      candidates[$0].score < FaceAnalysisSettings.reliableScore
        && CandidateMosaic.canShow(candidates[$0], of: picture.size)
    }
    // A single candidate is verified as quickly alone.
    guard doubtful.count > 1 else { return candidates }
    let network = try networks.loadVerifier()
    let groups = stride(from: 0, to: doubtful.count, by: CandidateMosaic.capacity).map {
      Array(doubtful[$0..<min($0 + CandidateMosaic.capacity, doubtful.count)])
    }
    let results = concurrentMap(groups.count) { number in
      Result { () throws(FaceError) in
        try network.mayBeFaces(groups[number].map { candidates[$0] }, in: picture)
      }
    }
    var rejected: Set<Int> = []
    for (group, result) in zip(groups, results) {
      for (index, mayBeFace) in zip(group, try result.get()) where !mayBeFace { rejected.insert(index) }
    }
    return candidates.indices.filter { !rejected.contains($0) }.map { candidates[$0] }
  }

  /// The face at a candidate; nil if the network detects none.
  func detection(
    for candidate: FaceCandidate, in picture: some CropSource
  ) throws(FaceError) -> CenterFace.Detection? {
    Self.verified(try networks.loadVerifier().detection(for: candidate, in: picture))
  }

  /// The face in the middle of a mesh's crop; nil if the network detects none.
  func detection(in crop: FaceCrop, of picture: some CropSource) throws(FaceError) -> CenterFace.Detection? {
    let extent = SIMD2<Float>(repeating: crop.side / FaceCrop.margin)
    return Self.verified(try networks.loadVerifier().detection(of: extent, in: crop, of: picture))
  }

  /// The face with motion blur in the middle of a mesh's crop; nil if the network detects none.
  ///
  /// - Parameter way: the direction of the motion, of length 1.
  func detection(
    in crop: FaceCrop, blurredAlong way: SIMD2<Float>, of picture: some CropSource
  ) throws(FaceError) -> CenterFace.Detection? {
    let extent = SIMD2<Float>(repeating: crop.side / FaceCrop.margin)
    let detection = try networks.loadVerifier().detection(of: extent, in: crop, blurredAlong: way, of: picture)
    return detection.flatMap { $0.score >= FaceAnalysisSettings.blurredScore ? $0 : nil }
  }

  /// Whether the network sees anything like a face in the crop of a mesh. Of faces that the picture's edge cuts nothing
  /// follows from it.
  func confirms(_ mesh: FaceMesh.Prediction, in picture: some CropSource) throws(FaceError) -> Bool {
    guard mesh.isInside(picture.size) else { return true }
    let crop = CenterFace.crop(mesh.crop)
    let extent = SIMD2<Float>(repeating: crop.side / FaceCrop.margin)
    return try networks.loadVerifier().detection(of: extent, in: crop, of: picture) != nil
  }

  /// Whether the network sees a face in a crop at two sizes.
  func confirms(_ crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Bool {
    let (network, crop) = (try networks.loadVerifier(), CenterFace.crop(crop))
    guard try network.score(of: crop, in: picture) >= FaceAnalysisSettings.verifiedScore else { return false }
    return try network.smallerScore(of: crop, in: picture) >= FaceAnalysisSettings.verifiedScore
  }

  private static func verified(_ detection: CenterFace.Detection?) -> CenterFace.Detection? {
    detection.flatMap { $0.score >= FaceAnalysisSettings.verifiedScore ? $0 : nil }
  }

  /// Whether the network scores the face in a crop clearly higher when the crop is turned by 180 degrees.
  func prefers(_ turned: FaceCrop, to crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Bool {
    let network = try networks.loadVerifier()
    let gain = FaceAnalysisSettings.upsideDownGain
    return try network.score(of: turned, in: picture) > network.score(of: crop, in: picture) + gain
  }

  /// A detection with points that are averaged with those of the mirror image.
  ///
  /// - Parameter roll: the roll of the crop in which the face was detected, in radians.
  func symmetric(
    _ detection: CenterFace.Detection, roll: Float, in picture: some CropSource
  ) throws(FaceError) -> CenterFace.Detection {
    try networks.loadVerifier().symmetric(detection, roll: roll, in: picture)
  }
}
