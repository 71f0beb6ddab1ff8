/// The handling of frames that come faster than they are taken.
public enum FrameDelivery: Sendable, Hashable {
  /// The source waits: a file is decoded on demand, a pipe's writer is blocked. Nothing is dropped.
  case everyFrame
  /// The newest frame is delivered, and earlier ones are dropped as ``DroppedFrame/Reason/late``. The source never
  /// waits.
  case latest
  /// Up to this many frames wait, at least 1; when the queue is full, new ones are dropped as
  /// ``DroppedFrame/Reason/outOfBuffers``. The source never waits.
  case buffered(Int)
}
