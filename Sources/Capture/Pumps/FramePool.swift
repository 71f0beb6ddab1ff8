import Imaging
import Synchronization

/// Counts the frames of a device that are in use, so that a program which holds them does not exhaust the memory. May
/// be shared by threads.
final class FramePool: Sendable {
  private let inUse: Counter

  /// The count of frames in use, which may outlive the pool.
  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  init() { inUse = Counter() }

  /// The frame, counted as long as it is in use; nil if too many are in use.
  ///
  /// - Parameter limit: the maximum number of frames in use, at least 1.
  func leased(_ frame: Frame, limit: Int) -> Frame? {
    let isFree = inUse.count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isFree else { return nil }
    var frame = frame
    frame.lease = FrameLease { [inUse] in inUse.count.withLock { $0 -= 1 } }
    return frame
  }
}
