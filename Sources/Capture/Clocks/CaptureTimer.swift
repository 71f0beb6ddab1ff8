import Imaging

/// Waits for moments of a clock. Used by one task at a time.
public protocol CaptureTimer: AnyObject, Sendable {
  /// Returns at `time`, at once if that is past, or when the task is cancelled.
  func wait(until time: MediaTime) async

  /// Says that nothing more is waited for.
  func invalidate()
}
