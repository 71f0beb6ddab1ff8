import CAllocator
import Dispatch

/// Keeps the memory of hours of frames constant: memory of frames that had to wait, and free fragments between
/// allocations, are returned to the system.
enum StreamMemory {
  /// Returns free memory to the system until the returned timer is cancelled.
  ///
  /// - Parameter interval: in seconds. Each time blocks the allocator for some 25 ms with 400 MiB in use.
  static func returningFreeMemory(every interval: Double) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(Int(100 * interval)))
    timer.setEventHandler { callocator_trim() }
    timer.resume()
    return timer
  }
}
