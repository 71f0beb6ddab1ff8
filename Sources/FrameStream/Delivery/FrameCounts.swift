import Synchronization

/// Counts the frames that were handed out and those that were not. May be shared by threads.
public final class FrameCounts: Sendable {
  private struct Counts {
    var delivered = 0
    var dropped: [DroppedFrame.Reason: Int] = [:]
  }

  private let counts = Mutex(Counts())
  private let report: (@Sendable (DroppedFrame) -> Void)?

  /// - Parameter onDrop: called for each dropped frame, at once, on any thread.
  public init(onDrop: (@Sendable (DroppedFrame) -> Void)? = nil) { report = onDrop }

  /// Frames that were handed out.
  public var delivered: Int { counts.withLock(\.delivered) }

  /// Frames that were dropped; a discontinuity counts as one.
  public var dropped: Int { counts.withLock { $0.dropped.values.reduce(0, +) } }

  /// Frames that were dropped for a reason.
  public func dropped(for reason: DroppedFrame.Reason) -> Int { counts.withLock { $0.dropped[reason] ?? 0 } }

  package func deliver() { counts.withLock { $0.delivered += 1 } }

  package func drop(_ frame: DroppedFrame) {
    counts.withLock { $0.dropped[frame.reason, default: 0] += 1 }
    report?(frame)
  }
}
