import Glibc

/// The processor time of the calling thread, which other load on the machine and other tests do not affect.
public enum ThreadClock {
  /// Seconds of processor time that `work` takes on this thread.
  public static func seconds(of work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
