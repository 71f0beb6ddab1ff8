import Glibc

/// The machine's clock, by which the runs of several machines are compared.
package enum SystemTime {
  /// Seconds since 1970, to the millisecond.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1000
  }
}
