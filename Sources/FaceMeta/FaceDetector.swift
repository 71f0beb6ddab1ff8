import Imaging
import Inference

/// Detects the faces in a still picture and measures their bounds, pose and landmarks (Vision's
/// `DetectFaceLandmarksRequest`).
///
/// BlazeFace proposes candidates in the whole picture and in tiles at several scales. The face mesh measures each
/// candidate and rejects those that are not faces. Unless both are certain, CenterFace verifies: it recognizes masks,
/// profiles and the way up of a face, and rejects drawings and things. A face without a mesh has no landmarks. Unless a
/// face is certainly upright, the picture is searched in the other three orientations too. A picture, its mirror image
/// and their rotated copies have the same faces: all are normalized to the same picture before the search.
///
/// May be shared by threads and called by several at once. Copies share the networks.
public struct FaceDetector: Sendable {
  /// Which faces are searched for.
  public var search: FaceSearch { settings.search }
  /// Maximum number of faces reported, largest first; at most 1000 are searched for.
  public var maximumFaces: Int { settings.maximumFaces }
  /// Whether landmarks 468 to 477, the irises, are measured where the eyes are at least 8 pixels wide.
  public var measuresIrises: Bool { settings.measuresIrises }

  /// File names of the networks that a detector needs, as ``NetworkStore`` finds them.
  package static let networkNames = FaceNetworks.stillFileNames

  private var settings: FaceAnalysisSettings
  let networks: FaceNetworks

  /// Creates a detector. Each network is loaded for the first picture that needs it, or by ``prepare()``: the search of
  /// a small picture without faces needs two of the seven.
  ///
  /// - Parameters:
  ///   - search: which faces are searched for.
  ///   - store: the folders in which networks and OpenVINO are searched for.
  ///   - maximumFaces: see ``maximumFaces``; 0 and less find none.
  ///   - measuresIrises: see ``measuresIrises``.
  /// - Throws: ``FaceError/network(_:)`` if OpenVINO or a network cannot be found.
  public init(
    _ search: FaceSearch = FaceSearch(), store: NetworkStore = .default, maximumFaces: Int = 10,
    measuresIrises: Bool = true
  ) throws(FaceError) {
    try self.init(
      search, networks: .stills(from: store), maximumFaces: maximumFaces, measuresIrises: measuresIrises)
  }

  /// A detector for a single picture: its networks are loaded faster, and do not run at once for several faces.
  ///
  /// - Throws: as the other initializer.
  package static func forOnePicture(from store: NetworkStore = .default) throws(FaceError) -> FaceDetector {
    try FaceDetector(FaceSearch(), networks: .stills(from: store, forOnePicture: true))
  }

  private init(
    _ search: FaceSearch, networks: FaceNetworks, maximumFaces: Int = 10, measuresIrises: Bool = true
  ) throws(FaceError) {
    settings = FaceAnalysisSettings(
      for: .still, search: search, maximumFaces: maximumFaces, measuresIrises: measuresIrises)
    self.networks = networks
    do {
      try networks.store.require(FaceNetworks.stillFileNames)
    } catch {
      throw .network(error)
    }
  }

  /// A detector of other faces that shares the networks of this one.
  ///
  /// - Parameters:
  ///   - search: which faces are searched for.
  ///   - maximumFaces: see ``maximumFaces``.
  package func with(_ search: FaceSearch, maximumFaces: Int) -> FaceDetector {
    var detector = self
    (detector.settings.search, detector.settings.maximumFaces) = (search, maximumFaces)
    return detector
  }

  /// Loads all networks that are not loaded yet, so that no picture need wait for them.
  ///
  /// - Throws: ``FaceError/network(_:)`` if a network is missing, damaged or cannot be compiled.
  public func prepare() throws(FaceError) { try networks.load(FaceNetworks.Part.all(irises: measuresIrises)) }

  /// Loads the networks that every picture needs: while one is decoded. The others are loaded if the picture needs
  /// them.
  package func prepareSearch() throws(FaceError) { try networks.load([.fullRange, .shortRange]) }

  /// Releases the networks that run for single candidates: half of the memory of all. They are loaded again on demand.
  package func releaseCandidateNetworks() { networks.releaseCandidateNetworks() }

  /// Detects the faces in a picture.
  ///
  /// - Parameters:
  ///   - pixels: the picture as stored, of any format and size.
  ///   - orientation: the orientation that turns `pixels` upright.
  /// - Returns: the faces, largest first, in upright coordinates; empty if there are none.
  /// - Throws: ``FaceError`` if a network cannot be loaded or fails, or the pixels cannot be scaled.
  public func faces(in pixels: PixelBuffer, orientation: Orientation = .up) throws(FaceError) -> [Face] {
    guard let region = RegionOfInterest(search.regionOfInterest, of: pixels, orientation: orientation) else {
      return []
    }
    let found = try faces(inRegion: region.pixels, orientation: orientation)
    let largest = Array(found.sorted { $0.bounds.area > $1.bounds.area }.prefix(max(0, maximumFaces)))
    return region.isWhole ? largest : largest.map(region.face)
  }

  /// The faces in all of a picture, in upright coordinates.
  private func faces(inRegion pixels: PixelBuffer, orientation: Orientation) throws(FaceError) -> [Face] {
    let picture = try MirrorNormalization.searched(UprightPicture(pixels, orientation: orientation))
    let found = try faces(in: picture)
    // A picture on its side: all scales are searched in the upright orientation, so that the same faces are found in
    // every rotation.
    var turn = QuarterTurn(rightingMostOf: found)
    if turn == nil { turn = try halfTurn(righting: found, of: picture) }
    guard let turn else { return picture.faces(found, seenIn: orientation) }
    let righted = try MirrorNormalization.searched(picture.turned(by: turn.orientation))
    let again = try faces(in: righted)
    guard turn.isBetter(again, than: found) else {
      return picture.faces(found, seenIn: orientation)
    }
    return righted.faces(again, seenIn: orientation)
  }

  /// The half turn of an upside-down picture whose faces were detected as upright ones, by ``CenterFace``; nil if it is
  /// upright, or no face is in doubt.
  private func halfTurn(righting faces: [Face], of picture: UprightPicture) throws(FaceError) -> QuarterTurn? {
    let doubtful = QuarterTurn.doubtful(faces, in: picture.size)
    guard !doubtful.isEmpty else { return nil }
    let (verifier, crops) = (try networks.loadVerifier(), PicturePyramid(picture))
    var upsideDown = 0
    for face in doubtful {
      let crop = FaceCrop(face, in: picture.size)
      var turned = crop
      turned.roll += .pi
      let gain = FaceAnalysisSettings.halfTurnGain
      if try verifier.score(of: turned, in: crops) > verifier.score(of: crop, in: crops) + gain { upsideDown += 1 }
    }
    return 2 * upsideDown > doubtful.count ? QuarterTurn(orientation: .down) : nil
  }

  /// The faces of a picture, in any order.
  private func faces(in picture: UprightPicture) throws(FaceError) -> [Face] {
    let search = try MultiScaleFaceSearch(
      networks, settings: settings, minimumScore: settings.candidateScore(settings.candidateScoreFraction))
    let found = try search.found(in: picture)
    var faces = try measured(found.candidates, in: found.pyramid)
    // An upside-down face can be detected as a doubtful upright one, with its mouth as eyes. If one face is certainly
    // upright the others mostly are too, so that only large rotated faces are searched for.
    let sure = QuarterTurn.sure(faces)
    let lying = try search.rotatedCandidates(in: found.pyramid, onlyLarge: !sure.isEmpty)
      .filter { !DuplicateFaceFilter.isKnown($0, among: sure, in: picture.size) }
    faces += try measured(lying, in: found.pyramid)
      .filter { $0.confidence >= FaceAnalysisSettings.rotatedConfidence }
    let smallest = settings.smallestReported(in: picture.size) / Double(picture.size.width)
    return DuplicateFaceFilter.unique(faces).filter { $0.bounds.width >= smallest }
  }

  private func measured(_ candidates: [FaceCandidate], in picture: PicturePyramid) throws(FaceError) -> [Face] {
    guard !candidates.isEmpty, maximumFaces > 0 else { return [] }
    return try FaceLandmarker(networks, settings: settings).faces(for: candidatesToMeasure(candidates), in: picture)
      .map { $0.face(in: picture.size) }
  }

  /// The candidates to measure: the largest reliable ones, then the best of the doubtful ones.
  func candidatesToMeasure(_ candidates: [FaceCandidate]) -> [FaceCandidate] {
    // Only the largest faces are reported, so that the small ones of a crowd need not be measured.
    let wanted = FaceAnalysisSettings.measuredCandidates
    let most = wanted.perFace * min(maximumFaces, FaceAnalysisSettings.mostFaces) + wanted.more
    let reliable = FaceAnalysisSettings.reliableScore
    let sure = candidates.filter { $0.score >= reliable }.sorted { $0.area > $1.area }
    let smallest = sure.count > most ? sure[most].area : 0
    // Most doubtful candidates are not faces.
    let doubtful = candidates.filter { $0.score < reliable && $0.area > smallest }.sorted { $0.score > $1.score }
    let limit = FaceAnalysisSettings.maximumVerified
    let count = sure.isEmpty ? limit.withoutReliable : limit.perReliable * min(sure.count, most) + limit.more
    return Array(sure.prefix(most)) + Array(doubtful.prefix(count))
  }
}
