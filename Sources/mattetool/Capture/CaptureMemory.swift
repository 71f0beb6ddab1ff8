import CAllocator
import Dispatch

/// Keeps the memory of recordings of hours flat: what frames took that waited while the machine had other work goes back to the
/// system, and freed memory does not stay with each of many threads.
enum CaptureMemory {
  private static let interval = 10.0

  /// Begins, before there are threads; it lasts until the timer that is returned is cancelled.
  static func begin() -> any DispatchSourceTimer {
    callocator_limit_arenas(1)
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .seconds(1))
    timer.setEventHandler { callocator_trim() }
    timer.resume()
    return timer
  }
}
