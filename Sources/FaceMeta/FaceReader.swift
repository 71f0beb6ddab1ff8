import Dispatch
import Imaging
import Synchronization

/// Makes faces of candidates: measures each with the face mesh, and drops those that the mesh does not take for a face
/// and those that are the same face once more.
struct FaceReader: Sendable {
  let mesh: FaceMesh
  let iris: IrisMesh?
  let minimumConfidence: Double

  /// Where the mesh is less sure than this, it is not believed.
  private static let minimumPresence: Float = 0.5
  /// Where the detector is as sure as this, there is a face even if the mesh finds none: a profile, a mask.
  private static let certainScore: Float = 0.85
  /// How many candidates are measured at most, the best.
  private static let maximumCandidates = 256

  func faces(for candidates: [FaceCandidate], in picture: UprightPicture) throws(FaceError) -> [Face] {
    let candidates = candidates.prefix(Self.maximumCandidates)
    let answers = Mutex<(faces: [Face?], failure: FaceError?)>(([Face?](repeating: nil, count: candidates.count), nil))
    DispatchQueue.concurrentPerform(iterations: candidates.count) { index in
      do throws(FaceError) {
        let face = try face(for: candidates[index], in: picture)
        answers.withLock { $0.faces[index] = face }
      } catch {
        answers.withLock { $0.failure = error }
      }
    }
    let found = try answers.withLock { answers throws(FaceError) in
      if let failure = answers.failure { throw failure }
      return answers.faces.compactMap(\.self)
    }
    return Self.withoutRepeats(found)
  }

  private func face(for candidate: FaceCandidate, in picture: UprightPicture) throws(FaceError) -> Face? {
    guard var answer = try mesh.answer(for: FaceCrop(candidate), in: picture) else { return nil }
    // A second look, from where the first one saw the face, levels what the detector's rough eyes left askew.
    if answer.presence >= Self.minimumPresence / 2, let second = try mesh.answer(for: answer.crop, in: picture) {
      answer = second
    }
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
      bounds: FaceBounds.bounds(of: answer.points, roll: pose.roll, in: picture.size), roll: pose.roll, yaw: pose.yaw,
      pitch: pose.pitch, confidence: confidence,
      landmarks: FaceLandmarks(points: (answer.points + irises).map { $0 / size }))
  }

  /// Faces whose middles lie in one another's bounds are one face: the surest is kept.
  static func withoutRepeats(_ faces: [Face]) -> [Face] {
    func holdsMiddle(_ a: NormalizedRect, of b: NormalizedRect) -> Bool {
      b.midX > a.minX && b.midX < a.maxX && b.midY > a.minY && b.midY < a.maxY
    }
    var kept: [Face] = []
    for face in faces.sorted(by: { $0.confidence > $1.confidence }) {
      let isRepeat = kept.contains { other in
        holdsMiddle(other.bounds, of: face.bounds) || holdsMiddle(face.bounds, of: other.bounds)
      }
      if !isRepeat { kept.append(face) }
    }
    return kept
  }
}
