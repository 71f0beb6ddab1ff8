/// Tracks the faces that were visible in the last frame: measures each at its predicted place, and hides those that are
/// not there.
enum VisibleFaceTracking {
  /// Maximum number of frames for which a face that waits for its verification is extrapolated.
  private static let maximumExtrapolations = 4
  /// Frames from one run of the yaw network for a face to the next, while its head turns little.
  private static let yawInterval = 5
  /// Number of faces from which steady ones are measured in every other frame only.
  private static let crowdSize = 4

  static func update(_ tracks: inout FaceTrackList, in step: inout TrackingStep) throws(FaceError) {
    let now = step.time
    let extrapolated = extrapolatedFaces(among: tracks, in: step)
    let indices = tracks.visibleIndices.filter { !extrapolated.contains($0) }
    var predicted: [Int: PredictedFace] = [:]
    for (number, index) in indices.enumerated() {
      predicted[index] = tracks[index].predicted(
        at: now, runsYawNetwork: (step.number + number) % Self.yawInterval == 0)
    }
    // A face that only the verification network detected is left to it.
    let measured = indices.filter { !tracks[$0].isProfile }
    let (places, analysis) = (predicted, step.analysis)
    var seen = try FaceObservation.concurrently(for: measured) { index throws(FaceError) in
      try places[index].flatMap { face throws(FaceError) in try analysis.observation(of: face) }
    }
    resolveConflicts(in: &seen, among: tracks, at: now)
    let waiting = try FaceVerification.verify(indices, predicted, seen: &seen, of: &tracks, in: &step)
    resolveConflicts(in: &seen, among: tracks, at: now)
    for index in indices {
      if let observation = seen[index] {
        let wasDetected = observation.isVerified || predicted[index]?.needsDetection == true
        tracks[index].update(observation, at: now, wasDetected: wasDetected)
        if tracks[index].isRejected { tracks[index].markMissing(at: now) }
      } else if waiting.contains(index), tracks[index].extrapolations < Self.maximumExtrapolations {
        tracks[index].extrapolate(to: now)
      } else {
        tracks[index].markMissing(at: now)
      }
    }
    for index in extrapolated { tracks[index].extrapolate(to: now) }
  }

  /// Indices of the faces that are extrapolated in this frame instead of measured: where many faces are tracked, every
  /// other frame of those that are steady, inside the picture, and not near another face.
  private static func extrapolatedFaces(among list: FaceTrackList, in step: TrackingStep) -> Set<Int> {
    let indices = list.visibleIndices
    guard indices.count >= Self.crowdSize else { return [] }
    let tracks = list.all
    return Set(
      indices.filter { index in
        let box = tracks[index].last.box
        return (step.number + index) % 2 == 0 && tracks[index].isSteady(at: step.time)
          && box.visibleFraction(in: step.analysis.size) > 0.99
          && !tracks.indices.contains { $0 != index && tracks[$0].last.box.isNear(box) }
      })
  }

  /// Resolves observations of two tracks at the same place: the track with the lower matching cost keeps its own, the
  /// other one is hidden.
  private static func resolveConflicts(
    in seen: inout [Int: FaceObservation], among tracks: FaceTrackList, at now: Double
  ) {
    let indices = seen.keys.sorted()
    for (number, first) in indices.enumerated() {
      for second in indices[(number + 1)...] {
        guard let a = seen[first], let b = seen[second], a.box.isSameFace(as: b.box) else { continue }
        let keepsFirst = tracks[first].matchingCost(a, at: now) <= tracks[second].matchingCost(b, at: now)
        seen[keepsFirst ? second : first] = nil
      }
    }
  }
}
