/// Searches the picture, a few tiles a frame, for new faces, and for hidden faces that are not at their predicted
/// places.
struct NewFaceSearch {
  private var schedule = SearchSchedule()

  /// Whether the next frame is searched whole.
  var isToSearchAll: Bool { schedule.isToSearchAll }

  /// Makes the next frame be searched whole.
  mutating func searchAll() { schedule.searchAll() }

  mutating func search(for tracks: inout FaceTrackList, in step: TrackingStep) throws(FaceError) {
    let now = step.time
    let known = tracks.visibleBoxes
    // When no more faces can be reported, only faces that could be confused with a reported one are searched for.
    let work = tracks.hasRoom ? Double(known.count + step.verifications.used) : nil
    let observations = try step.analysis.search(
      schedule.tiles(of: step.analysis.tileCount, after: work), besides: known, limit: 2 * tracks.maximumFaces,
      verifications: (work == nil ? 0 : step.verifications.left, schedule.rounds))
    var fresh: [FaceObservation] = []
    for observation in observations where !known.contains(where: { $0.isSameFace(as: observation.box) }) {
      if let hidden = hiddenFace(seenAs: observation, among: tracks, at: now),
        tracks[hidden].isExcess || tracks.hasRoom
      {
        tracks[hidden].update(observation, at: now, wasDetected: true)
      } else if !tracks.all.contains(where: { $0.isMissing && $0.mayBePart(observation, at: now) }) {
        fresh.append(observation)
      }
    }
    tracks.admitExcess(at: now)
    tracks.admit(fresh, at: now)
  }

  /// The index of the hidden face that an observation matches best; nil if it matches none.
  private func hiddenFace(
    seenAs observation: FaceObservation, among tracks: FaceTrackList, at now: Double
  ) -> Int? {
    tracks.hiddenIndices.filter { tracks[$0].canBe(observation, at: now) }.min {
      tracks[$0].matchingCost(observation, at: now) < tracks[$1].matchingCost(observation, at: now)
    }
  }
}
