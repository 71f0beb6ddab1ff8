/// The handling of frames that come faster than they are taken.
public enum FrameDelivery: Sendable, Hashable {
  /// The source waits: a file is decoded on demand, a pipe's writer is held up. Nothing is dropped.
  case everyFrame
  /// The newest frame is given, and those that it overtook are dropped as ``DroppedFrame/Reason/late``. The source never
  /// waits.
  case latest
  /// Up to this many frames wait to be taken, at least 1; while there are as many, those that come are dropped as
  /// ``DroppedFrame/Reason/outOfBuffers``. The source never waits.
  case buffered(Int)
}
