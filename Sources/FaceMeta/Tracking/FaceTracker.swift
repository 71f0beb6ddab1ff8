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
  private var lastID = 0
  /// Index of the next tile to search.
  private var nextTile = 0
  private var frameCount = 0
  /// Index of the next hidden face to search for.
  private var nextHidden = 0
  /// Number of frames in which at least one tile was searched.
  private var searches = 0
  /// Tiles that the frame budget has left for the search so far; the fraction is carried to the next frame.
  private var dueTiles = 0.0
  private var isToSearchAll = true

  /// Maximum number of hidden faces searched for in one frame.
  private static let maximumHiddenSearches = 4
  /// Work of one frame, in runs of the mesh network. Tracked faces come first; the search gets the rest.
  private static let frameBudget = 6.25
  /// Work of one tile, in runs of the mesh network.
  private static let tileCost = 2.5
  /// Minimum number of tiles a frame, whatever the tracked faces cost.
  private static let minimumTiles = 0.5
  /// Frames from one run of the yaw network for a face to the next, while its head turns little.
  private static let yawInterval = 5
  /// From this number of faces on, steady ones are measured in every other frame only.
  private static let crowdSize = 4

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
      backend: NetworkFaceBackend(networks: FaceNetworks(store: store), settings: settings), settings: settings,
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
    if isCut || lastTime.map({ frame.time < $0 }) == true {
      tracks = []
      isToSearchAll = true
    }
    lastTime = frame.time
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
    isToSearchAll = true
  }

  private var visible: [FaceBox] { tracks.filter { !$0.isMissing }.map(\.last.box) }

  /// Tracks the faces that were visible in the last frame.
  private func follow(in analysis: any FrameAnalysis, at now: Double) throws(FaceError) {
    let carried = carriedFaces(in: analysis.size, at: now)
    let indices = tracks.indices.filter { !tracks[$0].isMissing && !carried.contains($0) }
    let predicted = indices.enumerated().map { number, index in
      tracks[index].predicted(at: now, runsYawNetwork: (frameCount + number) % Self.yawInterval == 0)
    }
    let results = concurrentMap(predicted.count) { index in
      Result { () throws(FaceError) in try analysis.observation(of: predicted[index]) }
    }
    var seen: [Int: FaceObservation] = [:]
    for (number, index) in indices.enumerated() { seen[index] = try results[number].get() }
    settleConflicts(in: &seen, at: now)
    for (number, index) in indices.enumerated() {
      if let observation = seen[index] {
        tracks[index].update(observation, at: now, wasDetected: predicted[number].needsDetection)
        if tracks[index].isRejected { tracks[index].markMissing(at: now) }
      } else {
        tracks[index].markMissing(at: now)
      }
    }
    for index in carried { tracks[index].extrapolate(to: now) }
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
    let count = min(hidden.count, min(Self.maximumHiddenSearches, max(1, Int(Self.frameBudget) - visible.count)))
    for turn in 0..<count {
      let index = hidden[(nextHidden + turn) % hidden.count]
      guard tracks[index].isMissing, visible.count < maximumFaces else { continue }
      var predicted = tracks[index].predicted(at: now)
      predicted.others = visible
      guard let observation = try analysis.observation(of: predicted), tracks[index].canBe(observation, at: now) else {
        continue
      }
      tracks[index].update(observation, at: now, wasDetected: true)
    }
    nextHidden = (nextHidden + count) % max(1, hidden.count)
  }

  /// Searches the next tiles for new faces, and for hidden faces that are not at their predicted places.
  private func search(_ analysis: any FrameAnalysis, at now: Double) throws(FaceError) {
    let known = visible
    // No more faces are tracked, so there is nothing to search for.
    guard known.count < maximumFaces else { return }
    let observations = try analysis.search(
      tilesToSearch(of: analysis.tileCount), besides: known, limit: 2 * maximumFaces)
    var fresh: [FaceObservation] = []
    for observation in observations where !known.contains(where: { $0.isSameFace(as: observation.box) }) {
      let hidden = tracks.indices.filter { tracks[$0].isMissing && tracks[$0].canBe(observation, at: now) }
      let best = hidden.min {
        tracks[$0].matchingCost(observation, at: now) < tracks[$1].matchingCost(observation, at: now)
      }
      if let best, visible.count < maximumFaces {
        tracks[best].update(observation, at: now, wasDetected: true)
      } else if !tracks.contains(where: { $0.isMissing && $0.mayBePart(observation, at: now) }) {
        fresh.append(observation)
      }
    }
    let room = max(0, maximumFaces - visible.count)
    let largest = fresh.sorted { $0.box.area > $1.box.area }.prefix(room)
    for observation in largest.sorted(by: { $0.box.center.x < $1.box.center.x }) {
      tracks.append(FaceTrack(observation, at: now, number: tracks.count))
    }
  }

  /// Indices of the tiles to search in this frame.
  private func tilesToSearch(of count: Int) -> [Int] {
    if isToSearchAll {
      isToSearchAll = false
      nextTile = 0
      return Array(0..<count)
    }
    dueTiles += max(Self.minimumTiles, (Self.frameBudget - Double(visible.count)) / Self.tileCost)
    let tileCount = min(count, Int(dueTiles))
    dueTiles = min(dueTiles - Double(tileCount), 1)
    guard tileCount > 0 else { return [] }
    searches += 1
    var tiles = (0..<tileCount).map { (nextTile + $0) % count }
    nextTile = (nextTile + tileCount) % max(1, count)
    // Tile 0 shows the whole picture, and with it the largest faces, which must not wait long.
    if searches % 4 == 0, !tiles.contains(0) { tiles[0] = 0 }
    return tiles
  }

  /// Ends the tracks of faces that left the picture, were hidden too long, or were seen only once.
  private func endTracks(in size: PixelSize, at now: Double) {
    tracks.removeAll { track in
      guard let since = track.missingSince else { return false }
      return track.id == nil || now - since > maximumHiddenTime || track.hasLeft(size, at: now)
    }
  }

  /// The visible faces, smoothed. A face gets its identity when it is first reported.
  private func report(_ frame: Frame, size: PixelSize, at now: Double) -> [Face] {
    var faces: [Face] = []
    for index in tracks.indices where !tracks[index].isMissing {
      let observation = smoothsFaces ? tracks[index].smoothed(at: now) : tracks[index].last
      if tracks[index].id == nil {
        guard observation.confidence >= FaceAnalysisSettings.firstFrameConfidence || tracks[index].observations > 1
        else { continue }
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
