import Imaging

/// Waits for times of a clock. Used by one task at a time.
public protocol CaptureTimer: AnyObject, Sendable {
  /// Returns at `time`, immediately if that is past, or when the task is cancelled.
  func wait(until time: MediaTime) async

  /// Ends the use of the timer.
  func invalidate()
}
