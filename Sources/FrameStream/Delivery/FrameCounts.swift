import Synchronization

/// Counts delivered and dropped frames. May be shared by threads.
public final class FrameCounts: Sendable {
  private struct Counts {
    var delivered = 0
    var damaged = 0
    var dropped: [DroppedFrame.Reason: Int] = [:]
  }

  private let counts = Mutex(Counts())
  private let report: (@Sendable (DroppedFrame) -> Void)?

  /// - Parameter onDrop: called for each dropped frame, immediately, on any thread.
  public init(onDrop: (@Sendable (DroppedFrame) -> Void)? = nil) { report = onDrop }

  /// Frames that were handed out.
  public var delivered: Int { counts.withLock(\.delivered) }

  /// Delivered frames of which the decoder concealed a part (`FrameAttachments.isDamaged`).
  public var damaged: Int { counts.withLock(\.damaged) }

  /// A sentence about damaged frames; nil if there were none.
  package var damageWarning: String? {
    switch damaged {
    case 0: nil
    case 1: "1 frame is damaged; the decoder made up what it lacks"
    case let count: "\(count) frames are damaged; the decoder made up what they lack"
    }
  }

  /// A sentence for each reason of dropped frames.
  package var dropWarnings: [String] {
    DroppedFrame.Reason.allCases.filter { dropped(for: $0) > 0 }.map { "\(dropped(for: $0)) times: \($0.rawValue)" }
  }

  /// Frames that were dropped; a discontinuity counts as one.
  public var dropped: Int { counts.withLock { $0.dropped.values.reduce(0, +) } }

  /// Frames that were dropped for a reason.
  public func dropped(for reason: DroppedFrame.Reason) -> Int { counts.withLock { $0.dropped[reason] ?? 0 } }

  package func deliver(isDamaged: Bool = false) {
    counts.withLock { counts in
      counts.delivered += 1
      if isDamaged { counts.damaged += 1 }
    }
  }

  package func drop(_ frame: DroppedFrame) {
    counts.withLock { $0.dropped[frame.reason, default: 0] += 1 }
    report?(frame)
  }
}
