import MatteKit

/// The progress of the work on a movie.
public struct MovieProgress: Sendable {
  /// The frames that are written.
  public let frameCount: Int
  /// The approximate number of frames; nil if unknown.
  public let totalFrameCount: Int?
  /// The time of the last frame written.
  public let time: MediaTime
}
