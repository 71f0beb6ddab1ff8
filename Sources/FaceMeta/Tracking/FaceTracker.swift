import Imaging
import Inference
import Kernels

/// Tracks faces through the frames of a stream and gives each an identity.
///
/// - An identity is a number from 1 up that is never used twice in a stream. New faces are numbered in the order in which
///   they are found, those of the same frame from left to right.
/// - A face that leaves the picture and returns gets a new, higher number. A face that is hidden for at most
///   ``maximumHiddenTime`` and reappears about where its motion leads keeps its number. It is not reported while hidden.
///   A cut ends all identities, and so does a frame whose time is before the last one's.
/// - Bounds, angles and landmarks are smoothed with those of the same face in earlier frames, but not across the time
///   that the face was hidden.
/// - A known face is tracked by the face mesh. The rest of the picture is searched a few tiles a frame, so that a new face
///   is found within one or two seconds. The first frame and the first after a cut are searched whole. Faces of any roll
///   are found.
/// - A profile that the mesh does not know is followed by its bounds, without angles and landmarks.
/// - Where more faces are to be seen than ``maximumFaces``, those that are not reported take nobody's identity when they
///   pass in front of one that is.
///
/// Not `Sendable`: a tracker belongs to one stream and is used by one thread or task at a time.
///
/// ```swift
/// let tracker = try FaceTracker()
/// for try await frame in try VideoFile(contentsOf: clip).frames {
///   for face in try tracker.update(frame) { print(frame.time, face.id, face.roll, face.yaw) }
/// }
/// ```
public final class FaceTracker {
  /// Maximum number of faces tracked at once, largest first; `0...1000`.
  public var maximumFaces: Int { settings.maximumFaces }
  /// How long a face may be hidden and keep its identity, in seconds from the first frame without it.
  public let maximumHiddenTime: Double
  /// The region of the upright picture in which faces are tracked. Bounds are fractions of the whole picture.
  public var regionOfInterest: NormalizedRect { settings.regionOfInterest }

  private let settings: FaceAnalysisSettings
  private let smoothsFaces: Bool
  private let backend: any FaceBackend
  private var tracks: [FaceTrack] = []
  private var cuts = CutDetector()
  private var lastTime: MediaTime?
  /// Of the last frame, upright.
  private var lastSize: PixelSize?
  private var lastID = 0
  private var schedule = SearchSchedule()
  private var frameCount = 0
  /// Index of the next hidden face to search for.
  private var nextHidden = 0
  /// Number of faces and candidates that the verification network may still be asked about in this frame.
  private var verificationsLeft = 0

  /// How often it was asked in this frame before the search.
  private var verificationsUsed: Int { max(0, Self.maximumVerifications.frame - verificationsLeft) }

  /// Maximum number of hidden faces searched for in one frame.
  private static let maximumHiddenSearches = 4
  /// How often the verification network is asked in one frame, and in one that is searched whole. Each time costs about as
  /// much as a mesh.
  private static let maximumVerifications = (frame: 3, wholeSearch: 12)
  /// For so many frames a face that waits for its turn to be verified is extrapolated.
  private static let maximumExtrapolations = 4
  /// Frames from one run of the yaw network for a face to the next, while its head turns little.
  private static let yawInterval = 5
  /// From this number of faces on, steady ones are measured in every other frame only.
  private static let crowdSize = 4
  /// A face turned this far or less sure than this is verified once in so many frames, where the budget allows.
  private static let farYaw = 50.0
  private static let sureConfidence = 0.65
  private static let verificationInterval = 6
  /// A face this near one that is reported, in sums of their extents, may come to cover it.
  private static let excessReach = 1.0

  /// Creates a tracker. Networks are loaded with the first frame.
  ///
  /// - Parameters:
  ///   - store: where networks and OpenVINO are searched for.
  ///   - minimumConfidence: faces below this confidence are not reported; `0...1`.
  ///   - maximumFaces: maximum number of faces tracked at once; values outside `0...1000` are clamped.
  ///   - minimumFaceSize: width of the smallest face to look for, in pixels of the upright picture; nil for 1/64 of its
  ///     long side, at least 16.
  ///   - regionOfInterest: the region of the upright picture in which faces are tracked.
  ///   - maximumHiddenTime: how long a face may be hidden and keep its identity, in seconds.
  ///   - measuresIrises: whether landmarks 468 to 477 are measured; this triples the time of a face.
  ///   - smoothsFaces: whether bounds, angles and landmarks are smoothed with those of earlier frames. Without, they are as
  ///     measured in each frame, for a ``FacePathSmoother`` that knows the later ones too.
  /// - Throws: ``FaceError/network(_:)`` if OpenVINO or a network cannot be found.
  public convenience init(
    store: NetworkStore = .default, minimumConfidence: Double = 0.5, maximumFaces: Int = 10,
    minimumFaceSize: Double? = nil, regionOfInterest: NormalizedRect = .full, maximumHiddenTime: Double = 1,
    measuresIrises: Bool = false, smoothsFaces: Bool = true
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
      backend: NetworkFaceBackend(networks: FaceNetworks.frames(from: store), settings: settings),
      settings: settings,
      maximumHiddenTime: maximumHiddenTime, smoothsFaces: smoothsFaces)
  }

  init(
    backend: any FaceBackend, settings: FaceAnalysisSettings, maximumHiddenTime: Double = 1, smoothsFaces: Bool = true
  ) {
    self.smoothsFaces = smoothsFaces
    self.backend = backend
    self.settings = settings
    self.maximumHiddenTime = maximumHiddenTime
  }

  /// Tracks the faces into the next frame of the stream.
  ///
  /// Frames may be any time apart. A frame of another size starts new identities, as a cut does.
  ///
  /// - Returns: the visible faces, longest known first, with the frame's time, in upright coordinates; empty if there are
  ///   none.
  /// - Throws: ``FaceError`` if a network cannot be loaded or fails, or the pixels cannot be scaled.
  public func update(_ frame: Frame) throws(FaceError) -> [Face] {
    if regionOfInterest == .full { return try follow(frame) }
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
    let analysis = try backend.analysis(of: frame)
    let isCut = cuts.isCut(analysis.thumbnail)
    let isContinued = lastSize == nil || lastSize == analysis.size
    if isCut || !isContinued || lastTime.map({ frame.time < $0 }) == true {
      tracks = []
      schedule.searchAll()
    }
    verificationsLeft =
      schedule.isToSearchAll ? Self.maximumVerifications.wholeSearch : Self.maximumVerifications.frame
    (lastTime, lastSize) = (frame.time, analysis.size)
    defer { frameCount += 1 }

    try follow(in: analysis, at: now)
    try searchHidden(in: analysis, at: now)
    try search(analysis, at: now)
    endTracks(in: analysis.size, at: now)
    return report(frame, size: analysis.size, at: now)
  }

  /// Ends all identities, as a cut does. Numbers are not reused.
  public func reset() {
    tracks = []
    cuts = CutDetector()
    lastTime = nil
    schedule.searchAll()
  }

  /// The boxes of all faces that are seen, with those beyond the number that is reported.
  private var visible: [FaceBox] { tracks.filter { !$0.isMissing }.map(\.last.box) }

  /// Number of faces to report.
  private var reportedCount: Int { tracks.count { !$0.isMissing && !$0.isExcess } }

  /// Tracks the faces that were visible in the last frame.
  private func follow(in analysis: any FrameAnalysis, at now: Double) throws(FaceError) {
    let carried = carriedFaces(in: analysis.size, at: now)
    let indices = tracks.indices.filter { !tracks[$0].isMissing && !carried.contains($0) }
    var predicted: [Int: PredictedFace] = [:]
    for (number, index) in indices.enumerated() {
      predicted[index] = tracks[index].predicted(
        at: now, runsYawNetwork: (frameCount + number) % Self.yawInterval == 0)
    }
    // A face that only the verification network saw is left to it.
    let looked = indices.filter { !tracks[$0].isProfile }
    let places = predicted
    var seen = try observations(of: looked) { index throws(FaceError) in
      try places[index].flatMap { face throws(FaceError) in try analysis.observation(of: face) }
    }
    settleConflicts(in: &seen, at: now)
    let waiting = try verify(indices, predicted, in: analysis, seen: &seen)
    settleConflicts(in: &seen, at: now)
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
    for index in carried { tracks[index].extrapolate(to: now) }
  }

  /// What a network sees of faces, by their tracks' indices; all at once.
  private func observations(
    of indices: [Int], by look: @Sendable (Int) throws(FaceError) -> FaceObservation?
  ) throws(FaceError) -> [Int: FaceObservation] {
    let results = concurrentMap(indices.count) { number in
      Result { () throws(FaceError) in try look(indices[number]) }
    }
    var seen: [Int: FaceObservation] = [:]
    for (index, result) in zip(indices, results) { seen[index] = try result.get() }
    return seen
  }

  /// Asks the verification network about faces that the others did not see, are in doubt about, or saw at a place that the
  /// face can hardly have come to. Those that it was asked about longest ago come first.
  ///
  /// - Returns: the indices of the faces whose turn has not come, and which were not seen.
  private func verify(
    _ indices: [Int], _ predicted: [Int: PredictedFace], in analysis: any FrameAnalysis,
    seen: inout [Int: FaceObservation]
  ) throws(FaceError) -> Set<Int> {
    let doubtful = indices.compactMap { index in
      doubt(about: index, predicted[index], seen: seen[index]).map { (index: index, doubt: $0) }
    }.sorted { first, second in
      (first.doubt.rawValue, tracks[first.index].lastVerification, first.index)
        < (second.doubt.rawValue, tracks[second.index].lastVerification, second.index)
    }
    let asked = doubtful.prefix(verificationsLeft)
    verificationsLeft -= asked.count
    let found = seen
    let verified = try observations(of: asked.map(\.index)) { index throws(FaceError) in
      guard var face = predicted[index] else { return nil }
      // Where a face can hardly have come to, it is rather where it was expected.
      if let found = found[index], !face.isLeap(to: found.box) { face = face.moved(to: found) }
      face.others = found.filter { $0.key != index }.map(\.value.box)
      return try analysis.verification(of: face, seen: found[index])
    }
    for (index, doubt) in asked {
      tracks[index].lastVerification = frameCount
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

  private func doubt(about index: Int, _ predicted: PredictedFace?, seen: FaceObservation?) -> Doubt? {
    guard let seen, let predicted else { return .unseen }
    if seen.isDoubtful || (tracks[index].observations > 1 && predicted.isLeap(to: seen.box)) { return .unconfirmed }
    guard seen.isMeasured else { return .unmeasured }
    let isTurned = seen.yaw.map { abs($0.signed.degrees) > Self.farYaw } ?? false
    guard isTurned || seen.confidence < Self.sureConfidence else { return nil }
    return frameCount >= tracks[index].lastVerification &+ Self.verificationInterval ? .turned : nil
  }

  /// Indices of the faces that are extrapolated in this frame instead of measured: where many faces are tracked, every
  /// other frame of those that are steady, inside the picture, and not near another face.
  private func carriedFaces(in size: PixelSize, at now: Double) -> Set<Int> {
    let indices = tracks.indices.filter { !tracks[$0].isMissing }
    guard indices.count >= Self.crowdSize else { return [] }
    return Set(
      indices.filter { index in
        let box = tracks[index].last.box
        return (frameCount + index) % 2 == 0 && tracks[index].isSteady(at: now) && box.visibleFraction(in: size) > 0.99
          && !tracks.indices.contains { $0 != index && tracks[$0].last.box.isNear(box) }
      })
  }

  /// Resolves observations of two tracks at the same place: the track with the lower matching cost keeps its own, the
  /// other one is hidden.
  private func settleConflicts(in seen: inout [Int: FaceObservation], at now: Double) {
    let indices = seen.keys.sorted()
    for (number, first) in indices.enumerated() {
      for second in indices[(number + 1)...] {
        guard let a = seen[first], let b = seen[second], a.box.isSameFace(as: b.box) else { continue }
        let keepsFirst = tracks[first].matchingCost(a, at: now) <= tracks[second].matchingCost(b, at: now)
        seen[keepsFirst ? second : first] = nil
      }
    }
  }

  /// Searches for hidden faces at their predicted places.
  private func searchHidden(in analysis: any FrameAnalysis, at now: Double) throws(FaceError) {
    // Round robin, starting with the face that was searched for longest ago.
    let hidden = tracks.indices.filter { tracks[$0].isMissing }
    guard !hidden.isEmpty else { return }
    let budget = max(1, Int(SearchSchedule.frameBudget) - visible.count)
    let count = min(hidden.count, min(Self.maximumHiddenSearches, budget))
    for turn in 0..<count {
      let index = hidden[(nextHidden + turn) % hidden.count]
      guard tracks[index].isMissing, tracks[index].isExcess || reportedCount < maximumFaces else { continue }
      var predicted = tracks[index].predicted(at: now)
      predicted.others = visible
      var found = tracks[index].isProfile ? nil : try analysis.observation(of: predicted)
      if found == nil, verificationsLeft > 0, tracks[index].lastVerification < frameCount {
        verificationsLeft -= 1
        tracks[index].lastVerification = frameCount
        found = try analysis.verification(of: predicted, seen: nil)
      }
      guard let found, tracks[index].canBe(found, at: now) else { continue }
      tracks[index].update(found, at: now, wasDetected: true)
    }
    nextHidden = (nextHidden + count) % max(1, hidden.count)
  }

  /// Searches the next tiles for new faces, and for hidden faces that are not at their predicted places.
  private func search(_ analysis: any FrameAnalysis, at now: Double) throws(FaceError) {
    let known = visible
    // Where no more faces are reported, only those are searched for that one could be mistaken for.
    let work = reportedCount < maximumFaces ? Double(known.count + verificationsUsed) : nil
    let observations = try analysis.search(
      schedule.tiles(of: analysis.tileCount, after: work), besides: known, limit: 2 * maximumFaces,
      verifications: (work == nil ? 0 : verificationsLeft, schedule.rounds))
    var fresh: [FaceObservation] = []
    for observation in observations where !known.contains(where: { $0.isSameFace(as: observation.box) }) {
      let hidden = tracks.indices.filter { tracks[$0].isMissing && tracks[$0].canBe(observation, at: now) }
      let best = hidden.min {
        tracks[$0].matchingCost(observation, at: now) < tracks[$1].matchingCost(observation, at: now)
      }
      if let best, tracks[best].isExcess || reportedCount < maximumFaces {
        tracks[best].update(observation, at: now, wasDetected: true)
      } else if !tracks.contains(where: { $0.isMissing && $0.mayBePart(observation, at: now) }) {
        fresh.append(observation)
      }
    }
    admitExcess(at: now)
    admit(fresh, at: now)
  }

  /// Begins tracks of new faces, the largest first, as far as there is room; and of those that one of the reported could be
  /// mistaken for.
  private func admit(_ fresh: [FaceObservation], at now: Double) {
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
        if isNear, tracks.count(where: \.isExcess) < maximumFaces { admitted.append((observation, true)) }
      }
    }
    for (observation, isExcess) in admitted.sorted(by: { $0.observation.box.center.x < $1.observation.box.center.x }) {
      tracks.append(FaceTrack(observation, at: now, number: tracks.count))
      tracks[tracks.count - 1].isExcess = isExcess
    }
  }

  /// Reports faces that were beyond the maximum number, where there is room now.
  private func admitExcess(at now: Double) {
    for index in tracks.indices where tracks[index].isExcess && !tracks[index].isMissing {
      if reportedCount + hiddenCount(near: tracks[index].last.box, at: now) < maximumFaces {
        tracks[index].isExcess = false
      }
    }
  }

  /// Number of hidden faces that a box is near: it may be what hides them, and they will want their place again.
  private func hiddenCount(near box: FaceBox, at now: Double) -> Int {
    tracks.count { !$0.isExcess && $0.isMissing && $0.place(at: now).isNear(box, within: Self.excessReach) }
  }

  private func isNearReported(_ box: FaceBox, at now: Double) -> Bool {
    tracks.contains { !$0.isExcess && $0.place(at: now).isNear(box, within: Self.excessReach) }
  }

  /// Ends the tracks of faces that left the picture, were hidden too long, or were seen only once, and of those that are
  /// not reported and no longer near one that is.
  private func endTracks(in size: PixelSize, at now: Double) {
    tracks.removeAll { track in
      guard let since = track.missingSince else { return false }
      return (track.id == nil && !track.isExcess) || now - since > maximumHiddenTime || track.hasLeft(size, at: now)
    }
    let ended = tracks.indices.filter { tracks[$0].isExcess && !isNearReported(tracks[$0].place(at: now), at: now) }
    for index in ended.reversed() { tracks.remove(at: index) }
  }

  /// The visible faces, smoothed. A face gets its identity when it is first reported.
  private func report(_ frame: Frame, size: PixelSize, at now: Double) -> [Face] {
    var faces: [Face] = []
    for index in tracks.indices where !tracks[index].isMissing && !tracks[index].isExcess {
      let observation = smoothsFaces ? tracks[index].smoothed(at: now) : tracks[index].last
      if tracks[index].id == nil {
        guard tracks[index].isSure else { continue }
        lastID += 1
        tracks[index].id = lastID
      }
      let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
      faces.append(
        Face(
          id: tracks[index].id, time: frame.time, bounds: observation.box.normalized(in: size), roll: observation.roll,
          yaw: observation.yaw, pitch: observation.pitch, confidence: observation.confidence,
          landmarks: observation.isMeasured ? FaceLandmarks(points: observation.points.map { $0 / unit }) : nil))
    }
    return faces
  }
}
