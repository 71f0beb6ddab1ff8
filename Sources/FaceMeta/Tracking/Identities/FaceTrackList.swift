import Imaging

/// The tracks of a stream's faces, longest known first, and the rules by which they begin and end.
struct FaceTrackList {
  private(set) var all: [FaceTrack] = []
  /// Maximum number of faces that are reported.
  let maximumFaces: Int

  /// A face this near one that is reported, in sums of their extents, may come to cover it.
  private static let excessReach = 1.0

  init(maximumFaces: Int) { self.maximumFaces = maximumFaces }

  subscript(index: Int) -> FaceTrack {
    get { all[index] }
    _modify { yield &all[index] }
  }

  /// Indices of the faces that were visible in the last frame that was looked at.
  var visibleIndices: [Int] { all.indices.filter { !all[$0].isMissing } }
  /// Indices of the faces that are hidden.
  var hiddenIndices: [Int] { all.indices.filter { all[$0].isMissing } }
  /// The boxes of all faces that are seen, with those beyond the number that is reported.
  var visibleBoxes: [FaceBox] { all.filter { !$0.isMissing }.map(\.last.box) }
  /// Number of faces to report.
  var reportedCount: Int { all.count { !$0.isMissing && !$0.isExcess } }
  /// Whether another face may be reported.
  var hasRoom: Bool { reportedCount < maximumFaces }

  mutating func removeAll() { all = [] }

  /// Begins tracks of new faces, the largest first, as far as there is room; and of those that one of the reported could be
  /// mistaken for.
  mutating func admit(_ fresh: [FaceObservation], at now: Double) {
    var admitted: [(observation: FaceObservation, isExcess: Bool)] = []
    for observation in fresh.sorted(by: { $0.box.area > $1.box.area }) {
      let reported = reportedCount + admitted.count { !$0.isExcess }
      if reported + hiddenCount(near: observation.box, at: now) < maximumFaces {
        admitted.append((observation, false))
      } else {
        let isNear =
          isNearReported(observation.box, at: now)
          || admitted.contains { first in
            !first.isExcess && first.observation.box.isNear(observation.box, within: Self.excessReach)
          }
        if isNear, all.count(where: \.isExcess) < maximumFaces { admitted.append((observation, true)) }
      }
    }
    for (observation, isExcess) in admitted.sorted(by: { $0.observation.box.center.x < $1.observation.box.center.x }) {
      all.append(FaceTrack(observation, at: now, number: all.count))
      all[all.count - 1].isExcess = isExcess
    }
  }

  /// Reports faces that were beyond the maximum number, where there is room now.
  mutating func admitExcess(at now: Double) {
    for index in all.indices where all[index].isExcess && !all[index].isMissing {
      if reportedCount + hiddenCount(near: all[index].last.box, at: now) < maximumFaces {
        all[index].isExcess = false
      }
    }
  }

  /// Ends the tracks of faces that left the picture, were hidden too long, or were seen only once, and of those that are
  /// not reported and no longer near one that is.
  ///
  /// - Parameters:
  ///   - size: the size of the upright picture, in pixels.
  ///   - hiddenTime: how long a face may be hidden, in seconds.
  mutating func end(in size: PixelSize, at now: Double, hiddenFor hiddenTime: Double) {
    all.removeAll { track in
      guard let since = track.missingSince else { return false }
      return (track.id == nil && !track.isExcess) || now - since > hiddenTime || track.hasLeft(size, at: now)
    }
    let ended = all.indices.filter { all[$0].isExcess && !isNearReported(all[$0].place(at: now), at: now) }
    for index in ended.reversed() { all.remove(at: index) }
  }

  /// Number of hidden faces that a box is near: it may be what hides them, and they will want their place again.
  private func hiddenCount(near box: FaceBox, at now: Double) -> Int {
    all.count { !$0.isExcess && $0.isMissing && $0.place(at: now).isNear(box, within: Self.excessReach) }
  }

  private func isNearReported(_ box: FaceBox, at now: Double) -> Bool {
    all.contains { !$0.isExcess && $0.place(at: now).isNear(box, within: Self.excessReach) }
  }
}
