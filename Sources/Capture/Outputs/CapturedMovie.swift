import FoundationEssentials
import Imaging

/// A movie that was recorded.
public struct CapturedMovie: Sendable {
  /// The file.
  public var url: URL
  /// The frames in it.
  public var frameCount: Int
  /// Frames that came while it was recorded and are not in it, because writing was too slow.
  public var droppedFrameCount: Int
  /// Frames that were left out because they showed what the one before showed (``MovieFileOutput/leavesOutDuplicateFrames``).
  public var duplicateFrameCount = 0
  /// The time of the first frame, on the session's clock; nil where there was none.
  public var firstTime: MediaTime?
  /// The time of the last frame, on the session's clock; nil where there was none.
  public var lastTime: MediaTime?
  /// Why recording ended before it was told to; nil where it was told. The file holds what came before, unless it could not
  /// be written at all.
  public var error: CaptureError?
}
