import Dispatch
import Glibc

/// Keeps the memory of recordings of hours flat: what frames took that waited while the machine had other work goes back to the
/// system, and freed memory does not stay with each of many threads.
enum CaptureMemory {
  private static let interval = 10.0
  /// `M_ARENA_MAX` of malloc.h, which is in no module of Glibc's.
  private static let arenaLimit: Int32 = -8

  /// Begins, before there are threads; it lasts until the timer that is returned is cancelled.
  static func begin() -> any DispatchSourceTimer {
    // The GNU C library's; others have no such thing.
    if let set = dlsym(nil, "mallopt") {
      _ = unsafeBitCast(set, to: (@convention(c) (Int32, Int32) -> Int32).self)(arenaLimit, 1)
    }
    let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .seconds(1))
    timer.setEventHandler { _ = trim?(0) }
    timer.resume()
    return timer
  }
}
