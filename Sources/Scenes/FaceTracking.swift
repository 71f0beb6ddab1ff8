import FaceMeta
import Imaging

/// How the faces of a stream are tracked: the settings of a ``FaceTracker``.
public struct FaceTracking: Sendable, Hashable {
  /// Maximum number of faces tracked at once, largest first; `0...1000`.
  public var maximumFaces: Int
  /// Faces below this confidence are not reported; `0...1`.
  public var minimumConfidence: Double
  /// Width of the smallest face to look for, in pixels of the upright picture; nil for 1/64 of its long side, at least 16.
  public var minimumFaceSize: Double?
  /// The region of the upright picture in which faces are tracked.
  public var regionOfInterest: NormalizedRect
  /// How long a face may be hidden and keep its identity, in seconds.
  public var maximumHiddenTime: Double

  /// How far, in seconds, a face that was found is followed into the frames before and after that missed it. Scenes come as
  /// much later than their frames, and as many are in memory. 0 to look at no later frame.
  public var lookAhead: Double
  /// How far the frames before and after are apart, in seconds, over which faces are smoothed: they then neither tremble nor
  /// lag behind. Scenes come as much later again. 0 to smooth with earlier frames alone.
  public var smoothing: Double

  /// The settings of a ``FaceTracker``, with its defaults, and no look at later frames.
  public init(
    maximumFaces: Int = 10, minimumConfidence: Double = 0.5, minimumFaceSize: Double? = nil,
    regionOfInterest: NormalizedRect = .full, maximumHiddenTime: Double = 1, lookAhead: Double = 0,
    smoothing: Double = 0
  ) {
    self.maximumFaces = maximumFaces
    self.minimumConfidence = minimumConfidence
    self.minimumFaceSize = minimumFaceSize
    self.regionOfInterest = regionOfInterest
    self.maximumHiddenTime = maximumHiddenTime
    self.lookAhead = lookAhead
    self.smoothing = smoothing
  }

  /// A detector that looks for the same faces in a photo.
  func detector() throws(FaceError) -> FaceDetector {
    try FaceDetector(
      minimumConfidence: minimumConfidence, maximumFaces: maximumFaces, minimumFaceSize: minimumFaceSize,
      regionOfInterest: regionOfInterest)
  }

  func tracker() throws(FaceError) -> FaceTracker {
    try FaceTracker(
      minimumConfidence: minimumConfidence, maximumFaces: maximumFaces, minimumFaceSize: minimumFaceSize,
      regionOfInterest: regionOfInterest, maximumHiddenTime: maximumHiddenTime, smoothsFaces: smoothing == 0)
  }
}
