import Imaging
import Kernels

/// Makes faces of candidates: measures each with the face mesh, and drops those that the mesh does not take for a face.
struct FaceReader: Sendable {
  let mesh: FaceMesh
  let iris: IrisMesh?
  let yaw: YawNetwork
  /// Holds the network that is asked where the others are in doubt, which is seldom.
  let second: FaceNetworks
  let minimumConfidence: Double

  /// Where the mesh is less sure than this, it is not believed.
  static let minimumPresence: Float = 0.5
  /// Where the detector is as sure as this, there is a face even if the mesh finds none: a profile, a mask.
  static let certainScore: Float = 0.85
  /// A candidate below this is a face only if the second opinion says so; and the mesh may have slid, which takes a mask's
  /// upper edge for a mouth.
  static let certainlySeen: Float = 0.7
  /// Of the area of both, what the box of a mesh and that of the second opinion share.
  private static let sameBox: Float = 0.55
  /// How sure a second opinion is that is believed.
  private static let secondScore: Float = 0.5

  func faces(for candidates: [FaceCandidate], in picture: PicturePyramid) throws(FaceError) -> [Face] {
    let answers = concurrentMap(candidates.count) { index in
      Result { () throws(FaceError) in try face(for: candidates[index], in: picture) }
    }
    var faces: [Face] = []
    for answer in answers {
      if let face = try answer.get() { faces.append(face) }
    }
    return faces
  }

  private func face(for candidate: FaceCandidate, in picture: PicturePyramid) throws(FaceError) -> Face? {
    var opinion: CenterFace.Answer?
    if candidate.score < Self.certainlySeen {
      opinion = try secondOpinion(on: candidate, in: picture)
      if opinion == nil { return nil }
    }
    guard let levelled = try levelled(FaceCrop(candidate), in: picture) else { return nil }
    let (answer, pixels) = try uprighted(levelled, in: picture)
    guard answer.presence >= Self.minimumPresence, let pose = HeadPose(points: answer.points) else {
      if candidate.score >= Self.certainlySeen { opinion = try secondOpinion(on: candidate, in: picture) }
      return unmeasured(candidate, opinion: opinion, in: picture.size)
    }
    if let opinion, opinion.share(with: answer.points) < Self.sameBox {
      return unmeasured(candidate, opinion: opinion, in: picture.size)
    }
    let confidence = max(
      Double((candidate.score * answer.presence).squareRoot()), Double(opinion?.score ?? 0))
    guard confidence >= minimumConfidence else { return nil }
    let irises = try iris?.points(for: answer, in: picture.full) ?? []
    let size = SIMD3(Float(picture.size.width), Float(picture.size.height), Float(picture.size.width))
    return Face(
      bounds: FaceBounds.bounds(of: answer.points, roll: pose.roll, in: picture.size), roll: pose.roll,
      yaw: try yaw.yaw(points: answer.points, pixels: pixels), pitch: pose.pitch, confidence: confidence,
      landmarks: FaceLandmarks(points: (answer.points + irises).map { $0 / size }))
  }

  /// The mesh of a face that lies, the right way up: one that is looked at upside down can pass for a face too, the mouth for
  /// eyes. The second opinion is asked which way it is a face.
  private func uprighted(
    _ seen: (answer: FaceMesh.Answer, pixels: PixelBuffer), in picture: PicturePyramid
  ) throws(FaceError) -> (answer: FaceMesh.Answer, pixels: PixelBuffer) {
    let crop = seen.answer.crop
    guard seen.answer.presence >= Self.minimumPresence,
      abs(Angle(radians: Double(crop.roll)).signed.degrees) > Self.lyingFrom
    else { return seen }
    var turned = crop
    turned.roll += .pi
    let judge = try second.loadSecond()
    guard try judge.score(of: turned, in: picture) > judge.score(of: crop, in: picture) + Self.clearlyMore,
      let other = try levelled(turned, in: picture), other.answer.presence >= Self.minimumPresence
    else { return seen }
    return other
  }

  /// Degrees.
  private static let lyingFrom = 50.0
  private static let clearlyMore: Float = 0.02

  private func secondOpinion(
    on candidate: FaceCandidate, in picture: PicturePyramid
  ) throws(FaceError) -> CenterFace.Answer? {
    let answer = try second.loadSecond().answer(for: candidate, in: picture)
    return answer.flatMap { $0.score >= Self.secondScore ? $0 : nil }
  }

  /// A face whose mesh is not to be had: nobody knows how it is turned.
  private func unmeasured(_ candidate: FaceCandidate, opinion: CenterFace.Answer?, in size: PixelSize) -> Face? {
    guard opinion != nil || candidate.score >= Self.certainScore else { return nil }
    let confidence = max(0.6 * Double(candidate.score), Double(opinion?.score ?? 0))
    guard confidence >= minimumConfidence else { return nil }
    let bounds = opinion.map { FaceBounds.bounds(of: $0, in: size) } ?? FaceBounds.bounds(of: candidate, in: size)
    return Face(bounds: bounds, confidence: confidence)
  }

  /// The mesh of a face, looked at again from where it was seen until the eyes are level in the crop: the detector knows
  /// the roll only roughly, and the mesh falls short of what it is off by.
  ///
  /// - Returns: the mesh, and the crop that it was seen in.
  func levelled(
    _ crop: FaceCrop, in picture: PicturePyramid
  ) throws(FaceError) -> (answer: FaceMesh.Answer, pixels: PixelBuffer)? {
    guard var pixels = try picture.pixels(of: crop, side: FaceMesh.inputSize),
      var answer = try mesh.answer(for: crop, pixels: pixels)
    else { return nil }
    var roll = crop.roll
    for _ in 0..<Self.maximumLooks where answer.presence >= Self.minimumPresence / 2 {
      let next = answer.crop
      guard let closer = try picture.pixels(of: next, side: FaceMesh.inputSize),
        let again = try mesh.answer(for: next, pixels: closer)
      else { break }
      (answer, pixels) = (again, closer)
      let turn = Angle(radians: Double(next.roll - roll)).signed.degrees
      roll = next.roll
      if abs(turn) < Self.levelWithin { break }
    }
    return (answer, pixels)
  }

  /// Looks at a face after the first one.
  private static let maximumLooks = 4
  /// Degrees.
  private static let levelWithin = 2.0
}
