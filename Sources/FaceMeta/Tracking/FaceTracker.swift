import Imaging
import Inference

/// Tracks faces through the frames of a stream and gives each an identity.
///
/// - An identity is a number from 1 up that is never used twice in a stream. New faces are numbered in the order in
///   which they are found, those of the same frame from left to right.
/// - A face that leaves the picture and returns gets a new, higher number. A face that is hidden for at most
///   ``maximumHiddenTime`` and reappears about where its motion leads keeps its number. It is not reported while
///   hidden. A cut ends all identities, and so does a frame whose time is before the last one's.
/// - Bounds, angles and landmarks are smoothed with those of the same face in earlier frames, but not across the time
///   that the face was hidden.
/// - A known face is tracked by the face mesh. The rest of the picture is searched a few tiles a frame, so that a new
///   face is found within one or two seconds. The first frame and the first after a cut are searched whole. Faces of
///   any roll are found.
/// - A new face that may be a drawing, an animal or a thing is reported from the frame in which another network sees it
///   too, mostly the first.
/// - A profile that the mesh network does not detect is tracked by its bounds, without angles and landmarks.
/// - If more faces are visible than ``maximumFaces``, those that are not reported take no reported face's identity when
///   they pass in front of it.
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
  /// Which faces are searched for.
  public var search: FaceSearch { settings.search }
  /// Maximum number of faces tracked at once, largest first; `0...1000`.
  public var maximumFaces: Int { settings.maximumFaces }
  /// How long a face may be hidden and keep its identity, in seconds from the first frame without it.
  public let maximumHiddenTime: Double

  private let settings: FaceAnalysisSettings
  private let smoothsFaces: Bool
  private let confirmsFaces: Bool
  private let backend: any FaceBackend
  private var tracks: FaceTrackList
  private var hiddenFaces = HiddenFaceSearch()
  private var newFaces = NewFaceSearch()
  private var cuts = CutDetector()
  private var lastTime: MediaTime?
  /// The size of the last frame's upright picture.
  private var lastSize: PixelSize?
  private var lastID = 0
  private var frameCount = 0

  /// Creates a tracker. Networks are loaded with the first frame.
  ///
  /// - Parameters:
  ///   - search: which faces are searched for.
  ///   - store: where networks and OpenVINO are searched for.
  ///   - maximumFaces: maximum number of faces tracked at once; values outside `0...1000` are clamped.
  ///   - maximumHiddenTime: how long a face may be hidden and keep its identity, in seconds.
  ///   - measuresIrises: whether landmarks 468 to 477 are measured; this triples the time of a face.
  ///   - smoothsFaces: whether bounds, angles and landmarks are smoothed with those of earlier frames. Otherwise they
  ///     are as measured in each frame, for a ``FacePathSmoother``, which uses later frames too.
  ///   - confirmsFaces: whether a new face that may be a drawing, an animal or a thing is reported only from the frame
  ///     in which another network sees it too. Otherwise more of those are reported, but no face is left out that this
  ///     network misses.
  /// - Throws: ``FaceError/network(_:)`` if OpenVINO or a network cannot be found.
  public convenience init(
    _ search: FaceSearch = FaceSearch(), store: NetworkStore = .default, maximumFaces: Int = 10,
    maximumHiddenTime: Double = 1, measuresIrises: Bool = false, smoothsFaces: Bool = true, confirmsFaces: Bool = true
  ) throws(FaceError) {
    do {
      try store.require(FaceNetworks.fileNames)
    } catch {
      throw .network(error)
    }
    let settings = FaceAnalysisSettings(
      for: .stream, search: search, maximumFaces: min(max(0, maximumFaces), FaceAnalysisSettings.mostFaces),
      measuresIrises: measuresIrises)
    self.init(
      backend: NetworkFaceBackend(networks: FaceNetworks.frames(from: store), settings: settings),
      settings: settings,
      maximumHiddenTime: maximumHiddenTime, smoothsFaces: smoothsFaces, confirmsFaces: confirmsFaces)
  }

  init(
    backend: any FaceBackend, settings: FaceAnalysisSettings, maximumHiddenTime: Double = 1, smoothsFaces: Bool = true,
    confirmsFaces: Bool = true
  ) {
    self.smoothsFaces = smoothsFaces
    self.confirmsFaces = confirmsFaces
    self.backend = backend
    self.settings = settings
    self.maximumHiddenTime = maximumHiddenTime
    tracks = FaceTrackList(maximumFaces: settings.maximumFaces)
  }

  /// Tracks the faces into the next frame of the stream.
  ///
  /// Frames may be any time apart. A frame of another size starts new identities, as a cut does.
  ///
  /// - Returns: the visible faces, longest known first, with the frame's time, in upright coordinates; empty if there
  ///   are none.
  /// - Throws: ``FaceError`` if a network cannot be loaded or fails, or the pixels cannot be scaled.
  public func update(_ frame: Frame) throws(FaceError) -> [Face] {
    if search.regionOfInterest == .full { return try follow(frame) }
    guard
      let region = RegionOfInterest(search.regionOfInterest, of: frame.pixels, orientation: frame.orientation)
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
    if isCut || !isContinued || lastTime.map({ frame.time < $0 }) == true { endAll() }
    (lastTime, lastSize) = (frame.time, analysis.size)
    defer { frameCount += 1 }

    var step = TrackingStep(
      analysis: analysis, time: now, number: frameCount,
      verifications: VerificationBudget(searchesWholePicture: newFaces.isToSearchAll))
    let isWhole = newFaces.isToSearchAll
    try VisibleFaceTracking.update(&tracks, in: &step)
    try hiddenFaces.search(for: &tracks, in: &step)
    try newFaces.search(for: &tracks, in: step)
    if confirmsFaces {
      try FaceConfirmation.confirm(&tracks, isWhole: isWhole, in: step)
    } else {
      tracks.confirmAll()
    }
    tracks.end(in: analysis.size, at: now, hiddenFor: maximumHiddenTime)
    return report(frame, size: analysis.size, at: now)
  }

  /// Ends all identities, as a cut does. Numbers are not reused.
  public func reset() {
    endAll()
    cuts = CutDetector()
    lastTime = nil
  }

  /// Ends all identities; the next frame is searched whole.
  private func endAll() {
    tracks.removeAll()
    newFaces.searchAll()
  }

  /// The visible faces, smoothed. A face gets its identity when it is first reported.
  private func report(_ frame: Frame, size: PixelSize, at now: Double) -> [Face] {
    var faces: [Face] = []
    for index in tracks.visibleIndices where !tracks[index].isExcess {
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
