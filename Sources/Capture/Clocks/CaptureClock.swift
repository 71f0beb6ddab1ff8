import Imaging

/// A clock for the times of frames (Core Media's `CMClock`). May be shared by threads.
///
/// ``HostClock`` is the system's. A ``ManualClock`` stands still until a test advances it.
public protocol CaptureClock: Sendable {
  /// The current time.
  var time: MediaTime { get }

  /// Creates a timer that waits for times of this clock.
  func makeTimer() -> any CaptureTimer
}
