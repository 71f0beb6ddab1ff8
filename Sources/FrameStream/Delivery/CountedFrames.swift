import Imaging
import Synchronization

/// Passes frames on, and detects missing frames between them. May be shared by threads.
final class CountedFrames: FrameProvider {
  private let source: any FrameProvider
  private let counts: FrameCounts
  private let countsDeliveries: Bool
  /// The frame interval in seconds of a source with a constant rate; nil for others.
  private let interval: Double?
  private let last = Mutex<MediaTime?>(nil)

  init(source: any FrameProvider, counts: FrameCounts, countsDeliveries: Bool, interval: Double?) {
    self.source = source
    self.counts = counts
    self.countsDeliveries = countsDeliveries
    self.interval = interval
  }

  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
    guard let frame = try await source.next(isolation: isolation) else { return nil }
    let isContinuous = last.withLock { last in
      defer { last = frame.time }
      guard let last else { return true }
      let elapsed = frame.time.seconds - last.seconds
      // A frame that is half an interval late counts as late; later than that, one is missing.
      return elapsed >= 0 && (interval.map { elapsed < 1.6 * $0 } ?? true)
    }
    if !isContinuous {
      counts.drop(DroppedFrame(time: frame.time, reason: .discontinuity, count: nil, size: frame.size))
    }
    if countsDeliveries { counts.deliver(isDamaged: frame.attachments.isDamaged) }
    return frame
  }
}
