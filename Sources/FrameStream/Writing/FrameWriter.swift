import Imaging

/// Writes frames one after the other to a destination. Used by one thread or task at a time.
public protocol FrameWriter: AnyObject {
  /// Writes the next frame.
  func write(_ frame: Frame) throws(FrameStreamError)

  /// Finishes the output; nothing may be written afterwards. Without it there is no file.
  func finish() throws(FrameStreamError)
}
