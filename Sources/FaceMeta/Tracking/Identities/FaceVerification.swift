/// Verifies by the verification network faces that the other networks missed or doubt, or found at an implausible
/// place.
enum FaceVerification {
  /// A face turned this far, in degrees, or with a lower confidence is verified once in this many frames, if the budget
  /// allows.
  private static let farYaw = 50.0
  private static let sureConfidence = 0.65
  private static let interval = 6

  /// The reason for a verification, most urgent first.
  private enum Doubt: Int {
    /// No other network saw it.
    case unseen
    /// A detector did not find it, or it was found at an implausible place.
    case unconfirmed
    /// Only a detector found it, and detectors are poor at profiles.
    case unmeasured
    /// It is turned far, or the mesh network is not certain of it: the mesh may have slid.
    case turned
  }

  /// Verifies as many faces as the step's budget allows. The least recently verified faces come first.
  ///
  /// - Parameters:
  ///   - indices: the faces to verify, as indices of their tracks.
  ///   - predicted: where they are expected.
  ///   - seen: the other networks' observations; replaced by the verified ones.
  /// - Returns: the indices of the faces that have to wait for a later frame, and were not detected.
  static func verify(
    _ indices: [Int], _ predicted: [Int: PredictedFace], seen: inout [Int: FaceObservation],
    of tracks: inout FaceTrackList, in step: inout TrackingStep
  ) throws(FaceError) -> Set<Int> {
    var doubtful: [(index: Int, doubt: Doubt)] = []
    for index in indices {
      if let doubt = doubt(about: tracks[index], predicted[index], seen: seen[index], in: step) {
        doubtful.append((index, doubt))
      }
    }
    doubtful.sort { [tracks] first, second in
      (first.doubt.rawValue, tracks[first.index].lastVerification, first.index)
        < (second.doubt.rawValue, tracks[second.index].lastVerification, second.index)
    }
    let asked = doubtful.prefix(step.verifications.left)
    step.verifications.take(asked.count)
    let (found, analysis) = (seen, step.analysis)
    let verified = try FaceObservation.concurrently(for: asked.map(\.index)) { index throws(FaceError) in
      guard var face = predicted[index] else { return nil }
      // If the observed place is implausible, the predicted place is more likely.
      if let found = found[index], !face.isLeap(to: found.box) { face = face.moved(to: found) }
      face.others = found.filter { $0.key != index }.map(\.value.box)
      return try analysis.verification(of: face, seen: found[index])
    }
    for (index, doubt) in asked {
      tracks[index].lastVerification = step.number
      if let found = verified[index] {
        seen[index] = found
      } else if doubt == .unconfirmed {
        seen[index]?.isDoubtful = true
      }
    }
    let waiting = doubtful.dropFirst(asked.count)
    for (index, _) in waiting { seen[index]?.isDoubtful = false }
    return Set(waiting.filter { $0.doubt == .unseen }.map(\.index))
  }

  private static func doubt(
    about track: FaceTrack, _ predicted: PredictedFace?, seen: FaceObservation?, in step: TrackingStep
  ) -> Doubt? {
    guard let seen, let predicted else { return .unseen }
    if seen.isDoubtful || (track.observations > 1 && predicted.isLeap(to: seen.box)) { return .unconfirmed }
    guard seen.isMeasured else { return .unmeasured }
    let isTurned = seen.yaw.map { abs($0.signed.degrees) > Self.farYaw } ?? false
    guard isTurned || seen.confidence < Self.sureConfidence else { return nil }
    return step.number >= track.lastVerification &+ Self.interval ? .turned : nil
  }
}
