import FaceMeta

/// How the faces of a stream are tracked: the settings of a ``FaceTracker``.
public struct FaceTracking: Sendable, Hashable {
  /// Which faces are searched for.
  public var search: FaceSearch
  /// Maximum number of faces tracked at once, largest first; `0...1000`.
  public var maximumFaces: Int
  /// How long a face may be hidden and keep its identity, in seconds.
  public var maximumHiddenTime: Double
  /// Whether a new face that may be a drawing, an animal or a thing is reported only once another network sees it too.
  /// An effect that must cover every face does without: it covers some things rather than miss a face.
  public var confirmsFaces: Bool
  /// How far, in seconds, a detected face is propagated into earlier and later frames that missed it. Scenes are
  /// delayed by as much, and as many are held in memory. 0 disables look-ahead.
  public var lookAhead: Double
  /// The half-width of the window of earlier and later frames over which faces are smoothed, in seconds: they then
  /// neither jitter nor lag. Scenes are delayed by as much again, and by up to 8/3 of it while a face with motion blur
  /// that was never sharp gets sharper. 0 smooths with earlier frames alone.
  public var smoothing: Double

  /// The settings of a ``FaceTracker``, with its defaults, without look-ahead.
  public init(
    _ search: FaceSearch = FaceSearch(), maximumFaces: Int = 10, maximumHiddenTime: Double = 1,
    confirmsFaces: Bool = true, lookAhead: Double = 0, smoothing: Double = 0
  ) {
    self.search = search
    self.maximumFaces = maximumFaces
    self.maximumHiddenTime = maximumHiddenTime
    self.confirmsFaces = confirmsFaces
    self.lookAhead = lookAhead
    self.smoothing = smoothing
  }

  /// A detector that searches for the same faces in a photo.
  func detector() throws(FaceError) -> FaceDetector {
    try FaceDetector(search, maximumFaces: maximumFaces)
  }

  func tracker() throws(FaceError) -> FaceTracker {
    try FaceTracker(
      search, maximumFaces: maximumFaces, maximumHiddenTime: maximumHiddenTime, smoothsFaces: smoothing == 0,
      confirmsFaces: confirmsFaces)
  }
}
