import Glibc
import Imaging

/// The system's monotonic clock (`CMClockGetHostTimeClock`), in nanoseconds since the machine was started. Video4Linux
/// gives frames the times of this clock too. May be shared by threads.
public struct HostClock: CaptureClock, Hashable {
  /// Creates the clock.
  public init() {}

  public var time: MediaTime {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return MediaTime(value: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec), timescale: 1_000_000_000)
  }

  public func makeTimer() -> any CaptureTimer { Timer(clock: self) }

  private final class Timer: CaptureTimer {
    let clock: HostClock
    init(clock: HostClock) { self.clock = clock }

    func wait(until time: MediaTime) async {
      let rest = time - clock.time
      guard rest > .zero else { return }
      // A cancelled task stops waiting, as requested.
      try? await Task.sleep(for: .nanoseconds(rest.converted(toTimescale: 1_000_000_000).value))
    }

    func invalidate() {}
  }
}
