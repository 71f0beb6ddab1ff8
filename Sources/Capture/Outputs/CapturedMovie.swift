import FoundationEssentials
import Imaging

/// A movie that was recorded.
public struct CapturedMovie: Sendable {
  /// The file of the movie.
  public var url: URL
  /// Number of frames in the file.
  public var frameCount: Int
  /// Number of frames that are missing because writing was too slow.
  public var droppedFrameCount: Int
  /// Number of frames that were left out as duplicates (``MovieFileOutput/leavesOutDuplicateFrames``).
  public var duplicateFrameCount = 0
  /// The time of the first frame, on the session's clock; nil if there is none.
  public var firstTime: MediaTime?
  /// The time of the last frame, on the session's clock; nil if there is none.
  public var lastTime: MediaTime?
  /// The error that ended the recording; nil if there was none. The file has the frames before it, unless it could not
  /// be written at all.
  public var error: CaptureError?
}
