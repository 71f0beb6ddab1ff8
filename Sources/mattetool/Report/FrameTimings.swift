import Glibc

/// The processor time of each frame, in milliseconds, over all threads.
struct FrameTimings {
  private var milliseconds: [Double] = []

  /// Measures `body`, the work on one frame.
  mutating func measure<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let start = Self.spent
    let result = try body()
    milliseconds.append(Self.spent - start)
    return result
  }

  /// A line of text for people. The first frame is excluded from the statistics: it loads the networks and searches the
  /// whole picture.
  var line: String {
    guard let first = milliseconds.first, milliseconds.count > 1 else { return "no frames to time" }
    let rest = milliseconds.dropFirst().sorted()
    let mean = rest.reduce(0, +) / Double(rest.count)
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    return "processor time a frame: median \(tenths(rest[rest.count / 2])) ms, mean \(tenths(mean)) ms, "
      + "most \(tenths(rest.last ?? 0)) ms; the first \(tenths(first)) ms"
  }

  private static var spent: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
