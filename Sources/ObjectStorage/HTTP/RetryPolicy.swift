import Glibc

/// The number of attempts for requests that fail for a temporary reason, and the delays between them: exponential
/// backoff with jitter, so that many clients do not retry at once.
public struct RetryPolicy: Sendable, Hashable {
  /// Maximum number of attempts, at least 1.
  public var maximumAttempts: Int
  /// The maximum delay after the first failure, in seconds.
  public var firstDelay: Double
  /// The longest wait of all, in seconds.
  public var maximumDelay: Double

  /// - Parameters:
  ///   - maximumAttempts: ``maximumAttempts``.
  ///   - firstDelay: ``firstDelay``.
  ///   - maximumDelay: ``maximumDelay``.
  public init(maximumAttempts: Int = 8, firstDelay: Double = 0.2, maximumDelay: Double = 20) {
    self.maximumAttempts = max(1, maximumAttempts)
    self.firstDelay = max(0, firstDelay)
    self.maximumDelay = max(0, maximumDelay)
  }

  /// The maximum delay after a number of failures, in seconds.
  func delay(after failures: Int) -> Double {
    var delay = firstDelay
    for _ in 1..<max(1, min(failures, 64)) where delay < maximumDelay { delay *= 2 }
    return min(delay, maximumDelay)
  }

  /// Waits before the next try.
  ///
  /// - Parameter wanted: the delay that the server requested, in seconds.
  func wait(after failures: Int, wanted: Double?) {
    let longest = delay(after: failures)
    let seconds = max(.random(in: longest / 2...max(longest / 2, longest)), min(wanted ?? 0, maximumDelay))
    guard seconds > 0 else { return }
    usleep(UInt32(min(seconds, 3600) * 1e6))
  }
}
