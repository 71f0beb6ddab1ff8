import Imaging
import Inference
import Kernels

/// Follows faces through the frames of a stream: each has an identity for as long as it is seen.
///
/// - An identity is a number from 1 up that is never given twice. Faces get them in the order in which they are found;
///   those found in the same frame from left to right.
/// - A face that leaves the picture and comes back has a new, higher number. One that is hidden for up to
///   ``maximumHiddenTime`` and is seen again about where it was going keeps its number; while it is hidden it is not
///   reported. A cut ends all, and so do times that run backwards.
/// - Bounds, angles and landmarks are smoothed by those of the same face in earlier frames, never by another's, nor over
///   the time that the face was hidden.
/// - A face that was found is followed by its mesh, which is cheap; the rest of the picture is searched a few parts a
///   frame, so that a new face is found within a second or two; the first frame, and the first after a cut, is searched
///   whole. A face that lies on its side or stands on its head is found too.
///
/// For one stream, used by one thread or task at a time.
///
/// ```swift
/// let tracker = try FaceTracker()
/// for try await frame in try VideoFile(contentsOf: clip).frames {
///   for face in try tracker.update(frame) { print(frame.time, face.id, face.roll, face.yaw) }
/// }
/// ```
public final class FaceTracker {
  /// At most this many faces are followed at once; the largest of those that come at once. At most 1000.
  public var maximumFaces: Int { settings.maximumFaces }
  /// Seconds for which a face may be hidden and keep its identity, from the first frame without it.
  public let maximumHiddenTime: Double
  /// The part of the upright picture in which faces are followed; bounds are those of the whole picture all the same.
  public var regionOfInterest: NormalizedRect { settings.regionOfInterest }

  private let settings: FaceAnalysisSettings
  private let sight: any FaceSight
  private var tracks: [FaceTrack] = []
  private var cuts = CutDetector()
  private var lastTime: MediaTime?
  private var lastID = 0
  /// The part of the search that is next.
  private var nextPart = 0
  private var frameCount = 0
  /// The hidden face that is looked for next.
  private var nextHidden = 0
  /// Frames in which something was searched.
  private var searches = 0
  /// Parts of the search that are due.
  private var dueParts = 0.0
  private var isToSearchAll = true

  /// Faces that are hidden are looked for where they should be, this many a frame at most.
  private static let mostLookedFor = 4
  /// What a frame costs about, in meshes, if it can be done: faces are followed first, the rest goes to the search.
  private static let workAFrame = 6.25
  private static let workAPart = 2.5
  /// Parts of the search that are done in a frame all the same.
  private static let leastParts = 0.5
  /// The network for the yaw is asked about a face every so many frames, or when its head has turned.
  private static let yawInterval = 5
  /// From so many faces on not all are measured in every frame.
  private static let many = 4

  /// Makes a tracker; its networks are loaded when the first frame comes.
  ///
  /// - Parameters:
  ///   - minimumFaceSize: the width of the smallest face that is looked for, in pixels of the upright picture; nil for
  ///     one in 64 of its long side, at least 16.
  ///   - minimumConfidence: faces that are less certain are left out; `0...1`.
  ///   - measuresIrises: whether points 468 to 477 of the landmarks are measured too, which takes as long as the rest of
  ///     the face twice.
  /// - Throws: ``FaceError`` if OpenVINO or a network cannot be found.
  public convenience init(
    store: NetworkStore = .default, minimumConfidence: Double = 0.5, maximumFaces: Int = 10,
    minimumFaceSize: Double? = nil, regionOfInterest: NormalizedRect = .full, maximumHiddenTime: Double = 1,
    measuresIrises: Bool = false
  ) throws(FaceError) {
    do {
      try store.require(FaceNetworks.fileNames)
    } catch {
      throw .network(error)
    }
    let settings = FaceAnalysisSettings(
      for: .stream, minimumConfidence: minimumConfidence,
      maximumFaces: min(max(0, maximumFaces), FaceAnalysisSettings.mostFaces), minimumFaceSize: minimumFaceSize,
      regionOfInterest: regionOfInterest, measuresIrises: measuresIrises)
    self.init(
      sight: NetworkSight(networks: FaceNetworks(store: store), settings: settings), settings: settings,
      maximumHiddenTime: maximumHiddenTime)
  }

  init(sight: any FaceSight, settings: FaceAnalysisSettings, maximumHiddenTime: Double = 1) {
    self.sight = sight
    self.settings = settings
    self.maximumHiddenTime = maximumHiddenTime
  }

  /// The faces in the next frame, the longest known first, with the frame's own time, in upright coordinates.
  ///
  /// Frames may be any time apart. One of another size begins anew, as after a cut.
  public func update(_ frame: Frame) throws(FaceError) -> [Face] {
    guard
      let region = RegionOfInterest(regionOfInterest, of: frame.pixels, orientation: frame.orientation)
    else { return [] }
    if region.isWhole { return try follow(frame) }
    let part = Frame(pixels: region.pixels, orientation: frame.orientation, time: frame.time)
    return try follow(part).map(region.face)
  }

  private func follow(_ frame: Frame) throws(FaceError) -> [Face] {
    let now = frame.time.seconds
    guard maximumFaces > 0 else { return [] }
    let scene = try sight.scene(of: frame)
    let isCut = cuts.isCut(scene.thumbnail)
    if isCut || lastTime.map({ frame.time < $0 }) == true {
      tracks = []
      isToSearchAll = true
    }
    lastTime = frame.time
    defer { frameCount += 1 }

    try follow(in: scene, at: now)
    try lookForHidden(in: scene, at: now)
    try search(scene, at: now)
    endTracks(in: scene.size, at: now)
    return report(frame, size: scene.size, at: now)
  }

  /// Forgets all faces, as at a cut. Numbers go on.
  public func reset() {
    tracks = []
    cuts = CutDetector()
    lastTime = nil
    isToSearchAll = true
  }

  private var visible: [FaceBox] { tracks.filter { !$0.isMissing }.map(\.last.box) }

  /// Looks for the faces of the last frame.
  private func follow(in scene: any FaceScene, at now: Double) throws(FaceError) {
    let carried = carriedFaces(in: scene.size, at: now)
    let indices = tracks.indices.filter { !tracks[$0].isMissing && !carried.contains($0) }
    let expected = indices.enumerated().map { number, index in
      tracks[index].expected(at: now, asksYaw: (frameCount + number) % Self.yawInterval == 0)
    }
    let answers = concurrentMap(expected.count) { index in
      Result { () throws(FaceError) in try scene.sighting(of: expected[index]) }
    }
    var seen: [Int: FaceSighting] = [:]
    for (number, index) in indices.enumerated() { seen[index] = try answers[number].get() }
    settleConflicts(in: &seen, at: now)
    for (number, index) in indices.enumerated() {
      if let sighting = seen[index] {
        tracks[index].see(sighting, at: now, wasChecked: expected[number].isToBeChecked)
        if tracks[index].isDisbelieved { tracks[index].miss(at: now) }
      } else {
        tracks[index].miss(at: now)
      }
    }
    for index in carried { tracks[index].carry(to: now) }
  }

  /// Of many faces that are followed, those that are measured in every other frame: each alone in its place, and on its way
  /// as before.
  private func carriedFaces(in size: PixelSize, at now: Double) -> Set<Int> {
    let indices = tracks.indices.filter { !tracks[$0].isMissing }
    guard indices.count >= Self.many else { return [] }
    return Set(
      indices.filter { index in
        let box = tracks[index].last.box
        return (frameCount + index) % 2 == 0 && tracks[index].isSteady(at: now) && box.visibleShare(in: size) > 0.99
          && !tracks.indices.contains { $0 != index && tracks[$0].last.box.isNear(box) }
      })
  }

  /// Where two faces have come to be in one and the same place, what is seen is the one that it fits; the other is hidden.
  private func settleConflicts(in seen: inout [Int: FaceSighting], at now: Double) {
    let indices = seen.keys.sorted()
    for (number, first) in indices.enumerated() {
      for second in indices[(number + 1)...] {
        guard let a = seen[first], let b = seen[second], a.box.isSameFace(as: b.box) else { continue }
        let keepsFirst = tracks[first].mismatch(a, at: now) <= tracks[second].mismatch(b, at: now)
        seen[keepsFirst ? second : first] = nil
      }
    }
  }

  /// Looks for hidden faces where they should have come to.
  private func lookForHidden(in scene: any FaceScene, at now: Double) throws(FaceError) {
    // The one that was looked for longest ago comes first in turn.
    let hidden = tracks.indices.filter { tracks[$0].isMissing }
    guard !hidden.isEmpty else { return }
    let count = min(hidden.count, min(Self.mostLookedFor, max(1, Int(Self.workAFrame) - visible.count)))
    for turn in 0..<count {
      let index = hidden[(nextHidden + turn) % hidden.count]
      guard tracks[index].isMissing, visible.count < maximumFaces else { continue }
      var expected = tracks[index].expected(at: now)
      expected.others = visible
      guard let sighting = try scene.sighting(of: expected), tracks[index].mayBe(sighting, at: now) else { continue }
      tracks[index].see(sighting, at: now, wasChecked: true)
    }
    nextHidden = (nextHidden + count) % max(1, hidden.count)
  }

  /// Searches a part of the picture for new faces, and for hidden ones that are elsewhere.
  private func search(_ scene: any FaceScene, at now: Double) throws(FaceError) {
    let known = visible
    // One that is found would not be followed.
    guard known.count < maximumFaces else { return }
    let sightings = try scene.search(partsToSearch(of: scene.partCount), besides: known, limit: 2 * maximumFaces)
    var fresh: [FaceSighting] = []
    for sighting in sightings where !known.contains(where: { $0.isSameFace(as: sighting.box) }) {
      let hidden = tracks.indices.filter { tracks[$0].isMissing && tracks[$0].mayBe(sighting, at: now) }
      let best = hidden.min { tracks[$0].mismatch(sighting, at: now) < tracks[$1].mismatch(sighting, at: now) }
      if let best, visible.count < maximumFaces {
        tracks[best].see(sighting, at: now, wasChecked: true)
      } else if !tracks.contains(where: { $0.isMissing && $0.mayShow(sighting, at: now) }) {
        fresh.append(sighting)
      }
    }
    let room = max(0, maximumFaces - visible.count)
    let largest = fresh.sorted { $0.box.area > $1.box.area }.prefix(room)
    for sighting in largest.sorted(by: { $0.box.middle.x < $1.box.middle.x }) {
      tracks.append(FaceTrack(sighting, at: now, number: tracks.count))
    }
  }

  private func partsToSearch(of count: Int) -> [Int] {
    if isToSearchAll {
      isToSearchAll = false
      nextPart = 0
      return Array(0..<count)
    }
    dueParts += max(Self.leastParts, (Self.workAFrame - Double(visible.count)) / Self.workAPart)
    let share = min(count, Int(dueParts))
    dueParts = min(dueParts - Double(share), 1)
    guard share > 0 else { return [] }
    searches += 1
    var parts = (0..<share).map { (nextPart + $0) % count }
    nextPart = (nextPart + share) % max(1, count)
    // The whole picture shows the largest faces, which must not wait long.
    if searches % 4 == 0, !parts.contains(0) { parts[0] = 0 }
    return parts
  }

  /// Lets go of faces that have left, were hidden for too long, or were seen only once.
  private func endTracks(in size: PixelSize, at now: Double) {
    tracks.removeAll { track in
      guard let since = track.missingSince else { return false }
      return track.id == nil || now - since > maximumHiddenTime || track.hasLeft(size, at: now)
    }
  }

  private func report(_ frame: Frame, size: PixelSize, at now: Double) -> [Face] {
    var faces: [Face] = []
    for index in tracks.indices where !tracks[index].isMissing {
      let sighting = tracks[index].smoothed(at: now)
      if tracks[index].id == nil {
        guard sighting.confidence >= FaceAnalysisSettings.firstFrameConfidence || tracks[index].sightings > 1 else {
          continue
        }
        lastID += 1
        tracks[index].id = lastID
      }
      let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
      faces.append(
        Face(
          id: tracks[index].id, time: frame.time, bounds: sighting.box.normalized(in: size), roll: sighting.roll,
          yaw: sighting.yaw, pitch: sighting.pitch, confidence: sighting.confidence,
          landmarks: sighting.isMeasured ? FaceLandmarks(points: sighting.points.map { $0 / unit }) : nil))
    }
    return faces
  }
}
