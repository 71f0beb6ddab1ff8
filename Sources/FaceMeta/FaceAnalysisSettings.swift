import Imaging

/// The caller's choices, and every threshold that decides what counts as a face.
///
/// ``FaceDetector`` and ``FaceTracker`` each hold one. Values that are the same for stills and streams are static; the
/// stored properties are the caller's choices and the few values in which the two differ on purpose.
struct FaceAnalysisSettings: Sendable {
  /// The source of the pictures.
  enum Source: Sendable, Hashable {
    /// Single pictures: every face counts, time does not.
    case still
    /// Frames of a movie or a camera: a frame has a few milliseconds, and what one frame misses the next one shows.
    case stream
  }

  // MARK: The caller's choices

  /// Faces below this confidence are not reported; `0...1`.
  var minimumConfidence: Double
  /// Maximum number of faces, largest first.
  var maximumFaces: Int
  /// The width of the smallest face to look for, in pixels of the upright picture; nil for ``defaultFaceSize``.
  var minimumFaceSize: Double?
  /// The part of the upright picture in which faces are looked for.
  var regionOfInterest: NormalizedRect
  /// Whether the iris network runs.
  var measuresIrises: Bool

  // MARK: What differs between stills and streams

  /// The width of the smallest face to look for where the caller names none: the larger of a number of pixels and a
  /// fraction of the picture's long side. In streams it grows with the frame, so that a frame costs about the same at
  /// every resolution.
  let defaultFaceSize: (pixels: Double, longSideFraction: Double)
  /// The width of the smallest face to look for where the caller names none and the picture has more pixels than
  /// ``largeArea``, in pixels.
  static let faceSizeInLarge = 24.0
  /// Beyond this many pixels the scale at which the smallest faces are seen takes more memory than the picture is worth.
  static let largeArea = 48_000_000
  /// Whether faces smaller than ``defaultFaceSize`` that are found all the same are reported. In a stream they would come
  /// and go with the noise.
  let reportsBelowDefaultSize: Bool
  /// A detector's lowest score for a candidate, as a fraction of ``minimumConfidence``: low, because each doubtful candidate
  /// is verified.
  let candidateScoreFraction: Double
  /// Maximum number of tiles that the full-range detector sees of one picture. In a still this is enough for faces of 24
  /// pixels in 100 megapixels, or of 16 pixels in 40. A stream spreads its tiles over many frames and must come round.
  let maximumTiles: Int
  /// Whether ``CenterFace`` verifies all doubtful candidates and the way up of faces that lie. In a stream it is asked about
  /// few faces a frame, in turn.
  let verifiesCandidates: Bool
  /// Whether a face's yaw is measured in its mirror image, too. What the two differ by is error.
  let measuresMirrored: Bool

  // MARK: Candidates

  /// A detector's lowest score for a candidate in a rotated picture, as a fraction of the minimum confidence; in a frame also
  /// for one that the picture's edge cuts.
  static let rotatedScoreFraction = 0.8
  /// The range that a detector's lowest score is limited to, whatever confidence the caller asks for.
  static let scoreRange = 0.05...0.95
  /// From this score on a candidate needs no verification. Below, most candidates are no faces, and the mesh may slide: it
  /// takes the upper edge of a mask for a mouth.
  static let reliableScore: Float = 0.7
  /// From this score on a candidate is a face even if the mesh finds none in it: a profile, a mask.
  static let unmeasuredScore: Float = 0.85
  /// The confidence of a face without a mesh, as a fraction of its score: only one network saw it.
  static let unmeasuredConfidence = 0.6
  /// Candidates with a larger intersection over union are the same face (BlazeFace's own value).
  static let mergedOverlap: Float = 0.3
  /// A candidate that shares more than this fraction of the smaller one's area with a better candidate is a part of it.
  static let containedFraction: Float = 0.6
  /// Maximum number of doubtful candidates that are verified: so many for each reliable one and so many more, or so many
  /// where none is reliable. Each verification takes as long as several meshes.
  static let maximumVerified = (perReliable: 3, more: 8, withoutReliable: 30)
  /// Reliable candidates that are measured: so many for each face that is wanted and so many more, as some are no faces.
  static let measuredCandidates = (perFace: 2, more: 10)
  /// Upper limit of ``maximumFaces``.
  static let mostFaces = 1000

  // MARK: Tiles

  /// Overlap of neighboring tiles in pixels of the detector's input. Larger faces are found in the next coarser level,
  /// which is half as large.
  static let tileOverlap = (fullRange: 44, shortRange: 64, regions: 40)
  /// The smallest face that a detector finds, in pixels of its input.
  static let smallestDetected = (fullRange: 12.0, shortRange: 24.0)
  /// Maximum number of tiles that the short-range detector sees of a still: it is for faces that fill a picture.
  static let maximumShortRangeTiles = 24
  /// A scale with more tiles than this is searched only where ``FaceRegionNetwork`` sees that a face may be.
  static let ungatedTiles = 12
  /// Minimum score of ``FaceRegionNetwork`` at a place where a face may be.
  static let regionScore: Float = 0.08
  /// The side of the windows that the full-range detector looks at round such places, in pixels. What they leave of its input
  /// stays black: of the faces that fill a tile together it overlooks more than of the one or two in a window.
  static let windowSide = 144
  /// Minimum score of ``FaceRegionNetwork`` at which the window around a place is always searched.
  static let sureRegionScore: Float = 0.3
  /// The number of a scale's other windows that are searched, those of the best scores, and the number of further ones
  /// for each certain window: where some faces are seen, others are to be expected.
  static let doubtfulWindows = (some: 4, perSure: 0.25)
  /// The width of the smallest rotated face to look for, in pixels of the small picture.
  static let rotatedFaceSize = 24.0
  /// The long side of the small picture in which rotated faces are searched, in pixels: for large faces only, and for all.
  static let rotatedLongSide = (onlyLarge: 640, all: 1280)
  /// Detectors are not asked for faces smaller than this many pixels: there is nothing in them to measure.
  static let smallestFaceSize = 8.0
  /// A face is reported from this fraction of the size that is looked for: its size is measured only so well.
  static let reportedSizeFraction = 0.75

  // MARK: Mesh

  /// The passes of the mesh network over one face: their maximum number, the tolerance in degrees within which eyes are
  /// level in the crop, and whether another pass follows then, so that landmarks come from a level crop.
  struct Leveling: Sendable {
    let maximumPasses: Int
    let tolerance: Double
    let repeatsLevelPass: Bool

    /// For a face that a detector found, which knows the roll only roughly; the mesh network under-corrects it.
    static let found = Leveling(maximumPasses: 5, tolerance: 2, repeatsLevelPass: true)
    /// For a face of the frame before, whose crop is level and where the next frame continues.
    static let followed = Leveling(maximumPasses: 3, tolerance: 10, repeatsLevelPass: false)
  }

  /// The mesh network's lowest probability that its points are of a face; `0...1`.
  static let minimumPresence: Float = 0.5
  /// From this probability on another pass over the crop that the points give may still succeed.
  static let retryPresence: Float = 0.25

  // MARK: Verification

  /// Below this score a candidate that is seen with others at once is no face. Of 456 doubtful candidates in photos it left
  /// out 306, and none of the 57 that were verified; those had 0.1 and more.
  static let screenedScore: Float = 0.05
  /// The lowest score of a verified face.
  static let verifiedScore: Float = 0.5
  /// The lowest score of a face of which one half is the reflection of the other. Real halves have 0.8 to 0.95.
  static let reflectedScore: Float = 0.7
  /// From the picture's edge to the middle of a face that the edge cuts about in half it is less than this, in its own widths.
  static let halvedDistance: Float = 0.3
  /// How far the middle of such a face may lie beyond the picture's edge, in its own widths.
  static let reflectedDistance: Float = 0.15
  /// A candidate this near to the picture's edge may be a part of a face that the edge cuts, in its own extents.
  static let edgeDistance: Float = 0.35
  /// The lowest intersection over union of the mesh's box and the verified one; below, the mesh has slid.
  static let verifiedOverlap: Float = 0.55
  /// From this roll on, in degrees, the way up of a face is verified: upside down, its mouth passes for eyes.
  static let verifiedRoll = 50.0
  /// By how much the score of a face must rise when it is turned by 180 degrees, to be turned.
  static let upsideDownGain: Float = 0.02

  /// Faces narrower than this fraction of the picture's long side are not seen in the turned picture, as far as that is
  /// searched beside faces that stand.
  static let halfTurnFaceFraction = 0.1
  /// Number of faces by which it is decided whether a picture is upside down; each costs two passes of ``CenterFace``.
  static let halfTurnFaces = 3
  /// By how much the score of such a face must rise when it is turned by 180 degrees.
  static let halfTurnGain: Float = 0.1

  // MARK: Several faces

  /// Faces that share more than this fraction of the smaller one's area are one face.
  static let duplicateOverlap = 0.45
  /// A face this confident counts beside one of more than four times its area: a child before its mother's hair.
  static let besideLargerConfidence = 0.8
  /// The confidence of a face with which a still is taken to be upright.
  static let uprightConfidence = 0.9
  /// The lowest confidence of a face that is found only in the rotated picture: three more views are three more chances
  /// to take something else for a face.
  static let rotatedConfidence = 0.8

  // MARK: Faces followed in a stream

  /// A detector's lowest score where a face was in the frame before: lower than for a new face.
  static let trackedScore: Float = 0.5
  /// From this score on a tracked face is still there without a mesh.
  static let trackedUnmeasuredScore: Float = 0.65
  /// The lowest confidence of a tracked face without a mesh, as a fraction of the minimum confidence.
  static let trackedConfidenceFraction = 0.8
  /// The side of the window in which a detector looks for a tracked face, in sides of the mesh's crop.
  static let trackedWindow: Float = 1.7
  /// The lowest score that ``CenterFace`` gives a face which moves so quickly that frames blur it, at the place that its motion
  /// leads to. Of 747 squares of scenes, animals and paintings, 396 of heads from behind and 360 of clothes the highest
  /// has 0.33; drawn faces have more.
  static let blurredScore: Float = 0.4
  /// The lowest score of a detector's candidate that is taken for a new face which motion blurs where no other network sees it.
  static let blurredCandidateScore: Float = 0.5
  /// A new face this confident is reported in its first frame; any other when it is seen again.
  static let firstFrameConfidence = 0.7

  init(
    for source: Source, minimumConfidence: Double = 0.5, maximumFaces: Int = 10, minimumFaceSize: Double? = nil,
    regionOfInterest: NormalizedRect = .full, measuresIrises: Bool = true
  ) {
    self.minimumConfidence = minimumConfidence
    self.maximumFaces = maximumFaces
    self.minimumFaceSize = minimumFaceSize
    self.regionOfInterest = regionOfInterest
    self.measuresIrises = measuresIrises
    let isStill = source == .still
    defaultFaceSize = isStill ? (16, 0) : (16, 1 / 64)
    reportsBelowDefaultSize = isStill
    candidateScoreFraction = 0.3
    maximumTiles = isStill ? 2000 : 150
    verifiesCandidates = isStill
    measuresMirrored = isStill
  }

  /// The width of the smallest face to look for in an upright picture of `size`, in pixels.
  func smallestFace(in size: PixelSize) -> Double {
    let longSide = Double(max(size.width, size.height))
    let least = size.area > Self.largeArea ? Self.faceSizeInLarge : defaultFaceSize.pixels
    let usual = max(least, longSide * defaultFaceSize.longSideFraction)
    return minimumFaceSize.map { max(Self.smallestFaceSize, $0) } ?? usual
  }

  /// The width of the smallest face to report of an upright picture of `size`, in pixels.
  func smallestReported(in size: PixelSize) -> Double {
    Self.reportedSizeFraction * (reportsBelowDefaultSize ? minimumFaceSize ?? 0 : smallestFace(in: size))
  }

  /// A detector's lowest score for a candidate.
  ///
  /// - Parameter fraction: the fraction of the minimum confidence.
  func candidateScore(_ fraction: Double) -> Float {
    let range = Self.scoreRange
    return Float(min(max(minimumConfidence * fraction, range.lowerBound), range.upperBound))
  }
}
