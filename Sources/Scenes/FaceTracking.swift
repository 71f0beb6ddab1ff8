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
  /// much later than their frames, and as many are in memory. 0 for no such search.
  public var lookAhead: Double

  /// The settings of a ``FaceTracker``, with its defaults, and no looking ahead.
  public init(
    maximumFaces: Int = 10, minimumConfidence: Double = 0.5, minimumFaceSize: Double? = nil,
    regionOfInterest: NormalizedRect = .full, maximumHiddenTime: Double = 1, lookAhead: Double = 0
  ) {
    self.maximumFaces = maximumFaces
    self.minimumConfidence = minimumConfidence
    self.minimumFaceSize = minimumFaceSize
    self.regionOfInterest = regionOfInterest
    self.maximumHiddenTime = maximumHiddenTime
    self.lookAhead = lookAhead
  }

  func tracker() throws(FaceError) -> FaceTracker {
    try FaceTracker(
      minimumConfidence: minimumConfidence, maximumFaces: maximumFaces, minimumFaceSize: minimumFaceSize,
      regionOfInterest: regionOfInterest, maximumHiddenTime: maximumHiddenTime)
  }
}
