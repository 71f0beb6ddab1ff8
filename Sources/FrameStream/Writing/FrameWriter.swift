import Imaging

/// Takes frames one after the other and writes them somewhere. Used by one thread or task at a time.
public protocol FrameWriter: AnyObject {
  /// Writes the next frame.
  func write(_ frame: Frame) throws(FrameStreamError)

  /// Ends what is written; nothing may be written afterwards. Without it a file is not there.
  func finish() throws(FrameStreamError)
}
