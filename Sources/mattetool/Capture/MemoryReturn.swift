import Dispatch
import Glibc

/// Returns memory to the system now and then that the process has freed: what frames took that waited while the machine had
/// other work would else stay with it for ever, and a recording of hours would seem to grow.
enum MemoryReturn {
  private static let interval = 10.0

  /// Begins; it lasts until the timer that is returned is cancelled.
  static func begin() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .seconds(1))
    // malloc.h is in no module of Glibc's.
    let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }
    timer.setEventHandler { _ = trim?(0) }
    timer.resume()
    return timer
  }
}
