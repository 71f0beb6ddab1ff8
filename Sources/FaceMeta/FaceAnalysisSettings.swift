import Imaging

/// The caller's choices and all thresholds of face detection and tracking.
///
/// ``FaceDetector`` and ``FaceTracker`` each hold one. Values that are the same for stills and streams are static. The
/// stored properties are the caller's choices and the few values that deliberately differ.
struct FaceAnalysisSettings: Sendable {
  /// The source of the pictures.
  enum Source: Sendable, Hashable {
    /// Single pictures: completeness matters more than time.
    case still
    /// Frames of a movie or a camera: a frame has a few milliseconds, and the next one shows what it misses.
    case stream
  }

  // MARK: The caller's choices

  /// Which faces are searched for.
  var search: FaceSearch
  /// Maximum number of faces, largest first.
  var maximumFaces: Int
  /// Whether the iris network runs.
  var measuresIrises: Bool

  // MARK: What differs between stills and streams

  /// The default width of the smallest face to detect: the larger of a number of pixels and a fraction of the picture's
  /// long side. In streams it grows with the frame, so that a frame costs about the same at every resolution.
  let defaultFaceSize: (pixels: Double, longSideFraction: Double)
  /// The default width of the smallest face to detect in a picture with more pixels than ``largeArea``, in pixels.
  static let faceSizeInLarge = 24.0
  /// Beyond this many pixels the scale for the smallest faces takes too much memory.
  static let largeArea = 48_000_000
  /// Whether faces smaller than ``defaultFaceSize`` are reported if they are found. In a stream they would come and go
  /// with the noise.
  let reportsBelowDefaultSize: Bool
  /// A detector's lowest score for a candidate, as a fraction of the minimum confidence: low, because each doubtful
  /// candidate is verified.
  let candidateScoreFraction: Double
  /// Maximum number of the full-range detector's tiles of one picture. In a still this is enough for faces of 24 pixels
  /// in 100 megapixels, or of 16 pixels in 40. A stream distributes its tiles over many frames and must complete a
  /// round.
  let maximumTiles: Int
  /// Whether ``CenterFace`` verifies all doubtful candidates, and the way up of faces that lie on their side. In a
  /// stream it verifies a few faces a frame, in turn.
  let verifiesCandidates: Bool
  /// Whether a face's yaw is also measured in its mirror image. The difference of the two is error.
  let measuresMirrored: Bool

  // MARK: Candidates

  /// A detector's lowest score for a candidate in a rotated picture, as a fraction of the minimum confidence; in a
  /// frame also for one cut by the picture's edge.
  static let rotatedScoreFraction = 0.8
  /// The limits of a detector's lowest score, whatever confidence the caller requests.
  static let scoreRange = 0.05...0.95
  /// From this score on a candidate needs no verification. Below, most candidates are not faces, and the mesh may
  /// slide: it confuses the upper edge of a mask with a mouth.
  static let reliableScore: Float = 0.7
  /// From this score on a candidate is a face even without a mesh: a profile, a mask.
  static let unmeasuredScore: Float = 0.85
  /// The confidence of a face without a mesh, as a fraction of its score: only one network detected it.
  static let unmeasuredConfidence = 0.6
  /// Candidates with a larger intersection over union are the same face (BlazeFace's own value).
  static let mergedOverlap: Float = 0.3
  /// A candidate that shares more than this fraction of the smaller one's area with a better candidate is a part of it.
  static let containedFraction: Float = 0.6
  /// Maximum number of doubtful candidates that are verified: a number for each reliable one and an additional number,
  /// or a fixed number if none is reliable. Each verification takes as long as several meshes.
  static let maximumVerified = (perReliable: 3, more: 8, withoutReliable: 30)
  /// Reliable candidates that are measured: a number for each requested face and an additional number, because some are
  /// not faces.
  static let measuredCandidates = (perFace: 2, more: 10)
  /// Upper limit of ``maximumFaces``.
  static let mostFaces = 1000

  // MARK: Tiles

  /// Overlap of neighboring tiles in pixels of the detector's input. Larger faces are found in the next coarser level,
  /// which is half as large.
  static let tileOverlap = (fullRange: 44, shortRange: 64, regions: 40)
  /// The smallest face that a detector finds, in pixels of its input.
  static let smallestDetected = (fullRange: 12.0, shortRange: 24.0)
  /// Maximum number of the short-range detector's tiles of a still: it is for faces that fill a picture.
  static let maximumShortRangeTiles = 24
  /// A scale with more tiles than this is searched only where ``FaceRegionNetwork`` predicts a face.
  static let ungatedTiles = 12
  /// Minimum score of ``FaceRegionNetwork`` at a place where a face may be.
  static let regionScore: Float = 0.08
  /// The side of the full-range detector's windows round such places, in pixels. The rest of its input stays black: it
  /// misses more faces when they fill a tile than when a window shows one or two.
  static let windowSide = 144
  /// Minimum score of ``FaceRegionNetwork`` at which the window around a place is always searched.
  static let sureRegionScore: Float = 0.3
  /// Minimum score at which the window around a place is searched before the picture is known to show small faces.
  static let leadingRegionScore: Float = 0.7
  /// The number of a scale's other windows that are searched, those of the best scores, and the number of further ones
  /// for each certain window: faces occur in groups.
  static let doubtfulWindows = (some: 4, perSure: 0.25)
  /// The width of the smallest rotated face to detect, in pixels of the small picture.
  static let rotatedFaceSize = 24.0
  /// The long side of the small picture in which rotated faces are searched, in pixels: for large faces only, and for
  /// all.
  static let rotatedLongSide = (onlyLarge: 640, all: 1280)
  /// The smallest face that detectors search for, in pixels: smaller ones cannot be measured.
  static let smallestFaceSize = 8.0
  /// The fraction of the requested size from which a face is reported, because its measured size is inexact.
  static let reportedSizeFraction = 0.75

  // MARK: Mesh

  /// The width of a candidate from which its eyes are wide enough for irises, in pixels.
  static let faceWithIrises: Float = 40

  /// The passes of the mesh network over one face: their maximum number, the tolerance in degrees within which eyes are
  /// level in the crop, and whether another pass follows even then, so that landmarks come from a level crop.
  struct Leveling: Sendable {
    let maximumPasses: Int
    let tolerance: Double
    let repeatsLevelPass: Bool

    /// For a detected face, whose roll is approximate; the mesh network under-corrects it.
    static let found = Leveling(maximumPasses: 5, tolerance: 2, repeatsLevelPass: true)
    /// For a face of the last frame: its crop is level, and the next frame corrects it further.
    static let followed = Leveling(maximumPasses: 3, tolerance: 10, repeatsLevelPass: false)
  }

  /// The mesh network's lowest probability that its points are of a face; `0...1`.
  static let minimumPresence: Float = 0.5
  /// From this probability on another pass over the crop given by the points may still succeed.
  static let retryPresence: Float = 0.25

  // MARK: Verification

  /// Below this score in a mosaic a candidate is not a face. Of 456 doubtful candidates in photos it rejected 306, and
  /// none of the 57 that were verified; those had 0.1 and more.
  static let screenedScore: Float = 0.05
  /// The lowest score of a verified face.
  static let verifiedScore: Float = 0.5
  /// The lowest score of a face completed by its mirror image. Real halves have 0.8 to 0.95.
  static let reflectedScore: Float = 0.7
  /// Below this confidence ``CenterFace`` must see a face of a still that BlazeFace and the mesh agree on: they also
  /// agree on drawn faces and on things. It sees nothing in most of those, and 612 of 613 faces in photos.
  static let certainConfidence = 0.95
  /// The maximum distance from the picture's edge to the middle of a face that the edge cuts about in half, in widths
  /// of the face.
  static let halvedDistance: Float = 0.3
  /// The maximum distance of such a face's middle beyond the picture's edge, in widths of the face.
  static let reflectedDistance: Float = 0.15
  /// The distance from the picture's edge within which a candidate may be a part of a face that the edge cuts, in its
  /// own extents.
  static let edgeDistance: Float = 0.35
  /// The lowest intersection over union of the mesh's box and the verified one; below it the mesh has slid.
  static let verifiedOverlap: Float = 0.55
  /// The roll from which the way up of a face is verified, in degrees: upside down, its mouth resembles eyes.
  static let verifiedRoll = 50.0
  /// The increase of a face's score on a turn by 180 degrees from which it is turned.
  static let upsideDownGain: Float = 0.02

  /// Faces narrower than this fraction of the picture's long side are not detected in the rotated picture when upright
  /// faces were found as well.
  static let halfTurnFaceFraction = 0.1
  /// Number of faces that decide whether a picture is upside down; each costs two passes of ``CenterFace``.
  static let halfTurnFaces = 3
  /// The increase of such a face's score on a turn by 180 degrees.
  static let halfTurnGain: Float = 0.1
  /// The increase of the mean confidence from which a picture is turned by a quarter in which as many faces stand as
  /// lie on their side.
  static let quarterTurnGain = 0.01

  // MARK: Several faces

  /// Faces that share more than this fraction of the smaller one's area are one face.
  static let duplicateOverlap = 0.45
  /// The confidence from which a face counts beside one of more than four times its area: a child before its mother's
  /// hair.
  static let besideLargerConfidence = 0.8
  /// The confidence of a face from which a still counts as upright.
  static let uprightConfidence = 0.9
  /// The lowest confidence of a face that is found only in the rotated picture: three more views are three more chances
  /// of a false positive.
  static let rotatedConfidence = 0.8

  // MARK: Faces followed in a stream

  /// A detector's lowest score at the place of a face in the last frame: lower than for a new face.
  static let trackedScore: Float = 0.5
  /// From this score on a tracked face is still there without a mesh.
  static let trackedUnmeasuredScore: Float = 0.65
  /// The lowest confidence of a tracked face without a mesh, as a fraction of the minimum confidence.
  static let trackedConfidenceFraction = 0.8
  /// The side of a detector's window round a tracked face, in sides of the mesh's crop.
  static let trackedWindow: Float = 1.7
  /// The lowest ``CenterFace`` score of a face with motion blur at its predicted place. Of 747 squares of scenes,
  /// animals and paintings, 396 of heads from behind and 360 of clothes the highest has 0.33; drawn faces have more.
  static let blurredScore: Float = 0.4
  /// The lowest score of a detector's candidate that counts as a new face with motion blur if no other network detects
  /// it.
  static let blurredCandidateScore: Float = 0.5
  /// The confidence from which a new face is reported in its first frame; others are reported when they are detected
  /// again.
  static let firstFrameConfidence = 0.7

  init(
    for source: Source, search: FaceSearch = FaceSearch(), maximumFaces: Int = 10, measuresIrises: Bool = true
  ) {
    self.search = search
    self.maximumFaces = maximumFaces
    self.measuresIrises = measuresIrises
    let isStill = source == .still
    defaultFaceSize = isStill ? (16, 0) : (16, 1 / 64)
    reportsBelowDefaultSize = isStill
    candidateScoreFraction = 0.3
    maximumTiles = isStill ? 2000 : 150
    verifiesCandidates = isStill
    measuresMirrored = isStill
  }

  /// The width of the smallest face to detect in an upright picture of `size`, in pixels.
  func smallestFace(in size: PixelSize) -> Double {
    let longSide = Double(max(size.width, size.height))
    let least = size.area > Self.largeArea ? Self.faceSizeInLarge : defaultFaceSize.pixels
    let usual = max(least, longSide * defaultFaceSize.longSideFraction)
    return search.minimumFaceSize.map { max(Self.smallestFaceSize, $0) } ?? usual
  }

  /// The width of the smallest face to report of an upright picture of `size`, in pixels.
  func smallestReported(in size: PixelSize) -> Double {
    Self.reportedSizeFraction * (reportsBelowDefaultSize ? search.minimumFaceSize ?? 0 : smallestFace(in: size))
  }

  /// A detector's lowest score for a candidate.
  ///
  /// - Parameter fraction: the fraction of the minimum confidence.
  func candidateScore(_ fraction: Double) -> Float {
    let range = Self.scoreRange
    return Float(min(max(search.minimumConfidence * fraction, range.lowerBound), range.upperBound))
  }
}
