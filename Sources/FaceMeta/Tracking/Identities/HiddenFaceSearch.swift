/// Searches for hidden faces at their predicted places, a few a frame in turn.
struct HiddenFaceSearch {
  /// Which of the hidden faces is next.
  private var next = 0

  /// Maximum number of hidden faces searched for in one frame.
  private static let maximumSearches = 4

  mutating func search(for tracks: inout FaceTrackList, in step: inout TrackingStep) throws(FaceError) {
    let hidden = tracks.hiddenIndices
    guard !hidden.isEmpty else { return }
    let budget = max(1, Int(SearchSchedule.frameBudget) - tracks.visibleIndices.count)
    let count = min(hidden.count, min(Self.maximumSearches, budget))
    for turn in 0..<count {
      let index = hidden[(next + turn) % hidden.count]
      guard tracks[index].isMissing, tracks[index].isExcess || tracks.hasRoom else { continue }
      var predicted = tracks[index].predicted(at: step.time)
      predicted.others = tracks.visibleBoxes
      var found = tracks[index].isProfile ? nil : try step.analysis.observation(of: predicted)
      if found == nil, step.verifications.left > 0, tracks[index].lastVerification < step.number {
        step.verifications.take(1)
        tracks[index].lastVerification = step.number
        found = try step.analysis.verification(of: predicted, seen: nil)
      }
      guard let found, tracks[index].canBe(found, at: step.time) else { continue }
      tracks[index].update(found, at: step.time, wasDetected: true)
    }
    next = (next + count) % hidden.count
  }
}
