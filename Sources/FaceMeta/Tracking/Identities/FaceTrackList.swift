import Imaging

/// The tracks of a stream's faces, longest known first, and the rules by which they begin and end.
struct FaceTrackList {
  private(set) var all: [FaceTrack] = []
  /// Maximum number of faces that are reported.
  let maximumFaces: Int

  /// The distance from a reported face, in sums of their extents, within which this one may come to cover it.
  private static let excessReach = 1.0

  init(maximumFaces: Int) { self.maximumFaces = maximumFaces }

  subscript(index: Int) -> FaceTrack {
    get { all[index] }
    _modify { yield &all[index] }
  }

  /// Indices of the faces that were visible in the last analysed frame.
  var visibleIndices: [Int] { all.indices.filter { !all[$0].isMissing } }
  /// Indices of the faces that are hidden.
  var hiddenIndices: [Int] { all.indices.filter { all[$0].isMissing } }
  /// The boxes of all visible faces, including those beyond the reported number.
  var visibleBoxes: [FaceBox] { all.filter { !$0.isMissing }.map(\.last.box) }
  /// Number of faces to report.
  var reportedCount: Int { all.count { !$0.isMissing && !$0.isExcess && $0.isConfirmed } }
  /// Whether another face may be reported.
  var hasRoom: Bool { reportedCount < maximumFaces }

  mutating func removeAll() { all = [] }

  /// Begins tracks of new faces, the largest first, as far as there is room; and of those that could be confused with a
  /// reported one.
  mutating func admit(_ fresh: [FaceObservation], at now: Double) {
    var admitted: [(observation: FaceObservation, isExcess: Bool)] = []
    var unconfirmed = all.count { !$0.isConfirmed }
    for observation in fresh.sorted(by: { $0.box.area > $1.box.area }) {
      let reported = reportedCount + admitted.count { !$0.isExcess && $0.observation.isCertain }
      if reported + hiddenCount(near: observation.box, at: now) < maximumFaces {
        // What is probably no face takes no face's place.
        if !observation.isCertain {
          unconfirmed += 1
          if unconfirmed > 2 * maximumFaces { continue }
        }
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

  /// Confirms a face. Where there is no room for it, it is not reported.
  mutating func confirm(_ index: Int) {
    all[index].isConfirmed = true
    if reportedCount > maximumFaces { all[index].isExcess = true }
  }

  /// Confirms all visible faces, the largest first.
  mutating func confirmAll() {
    let new = visibleIndices.filter { !all[$0].isConfirmed && !all[$0].isExcess }
    for index in new.sorted(by: { all[$0].last.box.area > all[$1].last.box.area }) { confirm(index) }
  }

  /// Reports faces that were beyond the maximum number, if there is room now.
  mutating func admitExcess(at now: Double) {
    for index in all.indices where all[index].isExcess && !all[index].isMissing {
      if reportedCount + hiddenCount(near: all[index].last.box, at: now) < maximumFaces {
        all[index].isExcess = false
      }
    }
  }

  /// Ends the tracks of faces that left the picture, were hidden too long, or were detected only once, and of
  /// unreported faces that are no longer near a reported one.
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

  /// Number of hidden faces near a box: it may be what hides them, and they may return to their place.
  private func hiddenCount(near box: FaceBox, at now: Double) -> Int {
    all.count { !$0.isExcess && $0.isMissing && $0.place(at: now).isNear(box, within: Self.excessReach) }
  }

  private func isNearReported(_ box: FaceBox, at now: Double) -> Bool {
    all.contains { !$0.isExcess && $0.place(at: now).isNear(box, within: Self.excessReach) }
  }
}
