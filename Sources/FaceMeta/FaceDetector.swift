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
  public let minimumConfidence: Double
  /// The largest this many faces are reported; at most 1000.
  public let maximumFaces: Int
  /// The width of the smallest face that is looked for, in pixels of the picture; those of less than three quarters of it
  /// are left out. Half of it takes four times as long. Where it is nil faces of 24 pixels are looked for, and smaller ones
  /// that are found all the same are reported.
  public let minimumFaceSize: Double?
  /// Whether the irises are measured of faces that are large enough for it: points 468 to 477 of the landmarks.
  public let measuresIrises: Bool
  /// The part of the upright picture in which faces are looked for; bounds are those of the whole picture all the same.
  public let regionOfInterest: NormalizedRect

  /// The files of the networks that a detector needs, as the store names them.
  public static let networkNames = FaceNetworks.stillFileNames

  private let networks: FaceNetworks

  /// Makes a detector; its networks are loaded when the first picture comes.
  ///
  /// - Throws: ``FaceError`` if OpenVINO or a network cannot be found.
  public init(
    store: NetworkStore = .default, minimumConfidence: Double = 0.5, maximumFaces: Int = 10,
    minimumFaceSize: Double? = nil, regionOfInterest: NormalizedRect = .full, measuresIrises: Bool = true
  ) throws(FaceError) {
    self.minimumConfidence = minimumConfidence
    self.maximumFaces = maximumFaces
    self.minimumFaceSize = minimumFaceSize
    self.regionOfInterest = regionOfInterest
    self.measuresIrises = measuresIrises
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
    var search = FaceSearch(
      shortRange: detectors.shortRange, fullRange: detectors.fullRange,
      minimumFace: max(8, minimumFaceSize ?? Self.usualFaceSize),
      minimumScore: Self.score(for: minimumConfidence * Self.doubtfulScore))
    let found = try search.found(in: picture)
    var faces = try measured(found.candidates, in: found.pyramid)
    // A face that stands on its head can pass for a doubtful one that does not, the mouth for eyes. Where one is sure to
    // stand upright the others mostly do: only large ones that lie are looked for.
    let sure = faces.filter { $0.confidence >= Self.certain }
    search.minimumScore = Self.score(for: minimumConfidence * Self.usualScore)
    let lying = try search.candidatesLyingDown(in: found.pyramid, onlyLarge: !sure.isEmpty)
      .filter { !FaceRepeats.isKnown($0, among: sure, in: picture.size) }
    faces += try measured(lying, in: found.pyramid).filter { $0.confidence >= Self.believedLyingDown }
    let smallest = (minimumFaceSize ?? 0) * Self.smallestMeasured / Double(picture.size.width)
    let single = FaceRepeats.dropped(from: faces).filter { $0.bounds.width >= smallest }
    return Array(single.sorted { $0.bounds.area > $1.bounds.area }.prefix(max(0, maximumFaces)))
  }

  private static let usualFaceSize = 24.0
  /// Of the confidence asked for, the score of a candidate that is worth the mesh, and of one worth a second opinion.
  private static let usualScore = 0.8
  private static let doubtfulScore = 0.3
  /// So many candidates that only a second opinion can make faces are asked about for each sure one, and so many more; or
  /// so many where none is sure.
  private static let mostDoubtful = (share: 3, more: 8, withoutSure: 30)
  /// Of the size asked for: it is measured only so well.
  private static let smallestMeasured = 0.75
  /// More faces than this are not looked for in one picture.
  private static let mostFaces = 1000
  /// With a face as sure as this the picture is taken to stand upright.
  private static let certain = 0.9
  /// Three more looks are three more chances to take something else for a face.
  private static let believedLyingDown = 0.8

  private static func score(for confidence: Double) -> Float { Float(min(max(confidence, 0.05), 0.95)) }

  private func measured(_ candidates: [FaceCandidate], in picture: PicturePyramid) throws(FaceError) -> [Face] {
    guard !candidates.isEmpty, maximumFaces > 0 else { return [] }
    let reader = FaceReader(
      mesh: try networks.loadMesh(), iris: measuresIrises ? try networks.loadIris() : nil,
      yaw: try networks.loadYaw(), second: networks, minimumConfidence: minimumConfidence)
    return try reader.faces(for: worthMeasuring(candidates), in: picture)
  }

  /// The candidates that are looked at closer, those first that take longest.
  func worthMeasuring(_ candidates: [FaceCandidate]) -> [FaceCandidate] {
    // The largest are wanted: in a crowd the many small ones need not be measured. Some candidates are not faces.
    let most = 2 * min(maximumFaces, Self.mostFaces) + 10
    let sure = candidates.filter { $0.score >= FaceReader.certainlySeen }.sorted { $0.area > $1.area }
    let smallest = sure.count > most ? sure[most].area : 0
    // Of the others the surest: most of them are not faces.
    let doubtful = candidates.filter { $0.score < FaceReader.certainlySeen && $0.area > smallest }
      .sorted { $0.score > $1.score }
    let asked = Self.mostDoubtful
    let count = sure.isEmpty ? asked.withoutSure : asked.share * min(sure.count, most) + asked.more
    return Array(sure.prefix(most)) + Array(doubtful.prefix(count))
  }
}
