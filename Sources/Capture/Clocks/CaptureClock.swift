import Imaging

/// A clock that times of frames are on (Core Media's `CMClock`). May be shared by threads.
///
/// ``HostClock`` is the system's; with a ``ManualClock`` no time passes but what a test lets pass.
public protocol CaptureClock: Sendable {
  /// The moment that it is now.
  var time: MediaTime { get }

  /// Something that waits for moments of this clock.
  func makeTimer() -> any CaptureTimer
}
