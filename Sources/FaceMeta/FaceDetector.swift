import Imaging
import Inference

/// Finds the faces in a still picture, with their bounds, pose and landmarks.
///
/// BlazeFace looks for faces in the whole picture and in tiles of it at several sizes; the face mesh then measures each
/// and tells faces from what only looks like one. Where either is in doubt CenterFace is asked: it knows masks, profiles
/// and which way up a face is; a face that only it sees has no angles and no landmarks. Where no face is sure to stand
/// upright, the picture is looked at from the other three sides too. May be shared by threads and used by several at once;
/// copies share the networks.
public struct FaceDetector: Sendable {
  /// Faces that are less certain are left out; `0...1`.
  public var minimumConfidence: Double { settings.minimumConfidence }
  /// The largest this many faces are reported; at most 1000.
  public var maximumFaces: Int { settings.maximumFaces }
  /// The width of the smallest face that is looked for, in pixels of the picture; those of less than three quarters of it
  /// are left out. Half of it takes four times as long. Where it is nil faces of 24 pixels are looked for, and smaller ones
  /// that are found all the same are reported.
  public var minimumFaceSize: Double? { settings.minimumFaceSize }
  /// Whether the irises are measured of faces that are large enough for it: points 468 to 477 of the landmarks.
  public var measuresIrises: Bool { settings.measuresIrises }
  /// The part of the upright picture in which faces are looked for; bounds are those of the whole picture all the same.
  public var regionOfInterest: NormalizedRect { settings.regionOfInterest }

  /// The files of the networks that a detector needs, as the store names them.
  public static let networkNames = FaceNetworks.stillFileNames

  private let settings: FaceAnalysisSettings
  private let networks: FaceNetworks

  /// Makes a detector; its networks are loaded when the first picture comes.
  ///
  /// - Throws: ``FaceError`` if OpenVINO or a network cannot be found.
  public init(
    store: NetworkStore = .default, minimumConfidence: Double = 0.5, maximumFaces: Int = 10,
    minimumFaceSize: Double? = nil, regionOfInterest: NormalizedRect = .full, measuresIrises: Bool = true
  ) throws(FaceError) {
    settings = FaceAnalysisSettings(
      for: .still, minimumConfidence: minimumConfidence, maximumFaces: maximumFaces, minimumFaceSize: minimumFaceSize,
      regionOfInterest: regionOfInterest, measuresIrises: measuresIrises)
    networks = FaceNetworks(store: store)
    do {
      try store.require(FaceNetworks.stillFileNames)
    } catch {
      throw .network(error)
    }
  }

  /// Loads the networks now, as far as they are not, and not when the first picture comes: worth doing while that picture
  /// is read.
  public func prepare() throws(FaceError) { try networks.loadAll(iris: measuresIrises) }

  /// The faces in a picture, the largest first, in upright coordinates.
  ///
  /// - Parameters:
  ///   - pixels: the picture as stored, of any format and size.
  ///   - orientation: how it is to be turned to stand upright.
  /// - Returns: an empty list if there are none.
  public func faces(in pixels: PixelBuffer, orientation: Orientation = .up) throws(FaceError) -> [Face] {
    guard let region = RegionOfInterest(regionOfInterest, of: pixels, orientation: orientation) else { return [] }
    let faces = try faces(in: UprightPicture(region.pixels, orientation: orientation))
    return region.isWhole ? faces : faces.map(region.face)
  }

  private func faces(in picture: UprightPicture) throws(FaceError) -> [Face] {
    try prepare()
    let detectors = try networks.loadDetectors()
    let search = FaceSearch(
      shortRange: detectors.shortRange, fullRange: detectors.fullRange, settings: settings,
      minimumScore: settings.candidateScore(settings.candidateScoreFraction))
    let found = try search.found(in: picture)
    var faces = try measured(found.candidates, in: found.pyramid)
    // A face that stands on its head can pass for a doubtful one that does not, the mouth for eyes. Where one is sure to
    // stand upright the others mostly do: only large ones that lie are looked for.
    let sure = faces.filter { $0.confidence >= FaceAnalysisSettings.uprightConfidence }
    let lying = try search.candidatesLyingDown(in: found.pyramid, onlyLarge: !sure.isEmpty)
      .filter { !FaceRepeats.isKnown($0, among: sure, in: picture.size) }
    faces += try measured(lying, in: found.pyramid)
      .filter { $0.confidence >= FaceAnalysisSettings.rotatedConfidence }
    let smallest = settings.smallestReported(in: picture.size) / Double(picture.size.width)
    let single = FaceRepeats.dropped(from: faces).filter { $0.bounds.width >= smallest }
    return Array(single.sorted { $0.bounds.area > $1.bounds.area }.prefix(max(0, maximumFaces)))
  }

  private func measured(_ candidates: [FaceCandidate], in picture: PicturePyramid) throws(FaceError) -> [Face] {
    guard !candidates.isEmpty, maximumFaces > 0 else { return [] }
    return try FaceLandmarker(networks, settings: settings).faces(for: worthMeasuring(candidates), in: picture)
      .map { $0.face(in: picture.size) }
  }

  /// The candidates that are looked at closer, those first that take longest.
  func worthMeasuring(_ candidates: [FaceCandidate]) -> [FaceCandidate] {
    // The largest are wanted: in a crowd the many small ones need not be measured. Some candidates are not faces.
    let wanted = FaceAnalysisSettings.measuredCandidates
    let most = wanted.perFace * min(maximumFaces, FaceAnalysisSettings.mostFaces) + wanted.more
    let reliable = FaceAnalysisSettings.reliableScore
    let sure = candidates.filter { $0.score >= reliable }.sorted { $0.area > $1.area }
    let smallest = sure.count > most ? sure[most].area : 0
    // Of the others the surest: most of them are not faces.
    let doubtful = candidates.filter { $0.score < reliable && $0.area > smallest }.sorted { $0.score > $1.score }
    let limit = FaceAnalysisSettings.maximumVerified
    let count = sure.isEmpty ? limit.withoutReliable : limit.perReliable * min(sure.count, most) + limit.more
    return Array(sure.prefix(most)) + Array(doubtful.prefix(count))
  }
}
