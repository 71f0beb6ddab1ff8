import Imaging
import Kernels

/// Makes faces of candidates: measures each with the face mesh, and drops those that the mesh does not take for a face.
struct FaceReader: Sendable {
  let mesh: FaceMesh
  let iris: IrisMesh?
  let yaw: YawNetwork
  let minimumConfidence: Double

  /// Where the mesh is less sure than this, it is not believed.
  static let minimumPresence: Float = 0.5
  /// Where the detector is as sure as this, there is a face even if the mesh finds none: a profile, a mask.
  static let certainScore: Float = 0.85

  func faces(for candidates: [FaceCandidate], in picture: UprightPicture) throws(FaceError) -> [Face] {
    let answers = concurrentMap(candidates.count) { index in
      Result { () throws(FaceError) in try face(for: candidates[index], in: picture) }
    }
    var faces: [Face] = []
    for answer in answers {
      if let face = try answer.get() { faces.append(face) }
    }
    return faces
  }

  private func face(for candidate: FaceCandidate, in picture: UprightPicture) throws(FaceError) -> Face? {
    guard let (answer, pixels) = try levelled(FaceCrop(candidate), in: picture) else { return nil }
    guard answer.presence >= Self.minimumPresence, let pose = HeadPose(points: answer.points) else {
      guard candidate.score >= Self.certainScore else { return nil }
      let confidence = Double(candidate.score) * 0.6
      guard confidence >= minimumConfidence else { return nil }
      return Face(bounds: FaceBounds.bounds(of: candidate, in: picture.size), confidence: confidence)
    }
    let confidence = Double((candidate.score * answer.presence).squareRoot())
    guard confidence >= minimumConfidence else { return nil }
    let irises = try iris?.points(for: answer, in: picture) ?? []
    let size = SIMD3(Float(picture.size.width), Float(picture.size.height), Float(picture.size.width))
    return Face(
      bounds: FaceBounds.bounds(of: answer.points, roll: pose.roll, in: picture.size), roll: pose.roll,
      yaw: try yaw.yaw(points: answer.points, pixels: pixels), pitch: pose.pitch, confidence: confidence,
      landmarks: FaceLandmarks(points: (answer.points + irises).map { $0 / size }))
  }

  /// The mesh of a face, looked at again from where it was seen until the eyes are level in the crop: the detector knows
  /// the roll only roughly, and the mesh falls short of what it is off by.
  ///
  /// - Returns: the mesh, and the crop that it was seen in.
  func levelled(
    _ crop: FaceCrop, in picture: UprightPicture
  ) throws(FaceError) -> (answer: FaceMesh.Answer, pixels: PixelBuffer)? {
    guard var pixels = try crop.pixels(of: picture, side: FaceMesh.inputSize),
      var answer = try mesh.answer(for: crop, pixels: pixels)
    else { return nil }
    var roll = crop.roll
    for _ in 0..<Self.maximumLooks where answer.presence >= Self.minimumPresence / 2 {
      let next = answer.crop
      guard let closer = try next.pixels(of: picture, side: FaceMesh.inputSize),
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
  private static let levelWithin = 4.0
}
