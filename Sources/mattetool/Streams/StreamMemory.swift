import CAllocator
import Dispatch

/// Keeps the memory of work on hours of frames flat: what was taken for frames that waited while the machine had other work,
/// and what lies free between pieces that are in use, goes back to the system.
enum StreamMemory {
  /// Gives free memory back to the system until the timer that is returned is cancelled.
  ///
  /// - Parameter interval: in seconds. Each time holds up the allocator by some 25 ms where 400 MiB are in use.
  static func returningFreeMemory(every interval: Double) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(Int(100 * interval)))
    timer.setEventHandler { callocator_trim() }
    timer.resume()
    return timer
  }
}
