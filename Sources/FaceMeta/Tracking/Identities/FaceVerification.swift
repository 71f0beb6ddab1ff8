/// Asks the verification network about faces that the other networks did not see, are in doubt about, or saw at a place
/// that the face can hardly have come to.
enum FaceVerification {
  /// A face turned this far, in degrees, or less sure than this is verified once in so many frames, where the budget
  /// allows.
  private static let farYaw = 50.0
  private static let sureConfidence = 0.65
  private static let interval = 6

  /// Why the verification network is asked about a face, most urgent first.
  private enum Doubt: Int {
    /// No other network saw it.
    case unseen
    /// A detector did not see it, or it was seen where it can hardly have come to.
    case unconfirmed
    /// Only a detector saw it, which knows profiles badly.
    case unmeasured
    /// It is turned far, or the mesh network is not sure of it: the mesh may have slid.
    case turned
  }

  /// Verifies as many faces as the step's budget allows. Those that the network was asked about longest ago come first.
  ///
  /// - Parameters:
  ///   - indices: the faces that are looked for, as indices of their tracks.
  ///   - predicted: where they are expected.
  ///   - seen: what the other networks saw of them; becomes what is to be believed.
  /// - Returns: the indices of the faces whose turn has not come, and which were not seen.
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
      // Where a face can hardly have come to, it is rather where it was expected.
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
