import FrameStream
import Imaging

/// The frames of an output as a sequence. May be shared by threads.
final class QueuedFrames: FrameProvider {
  private let queue: DeliveryQueue<Frame>
  private let counts: FrameCounts

  init(_ queue: DeliveryQueue<Frame>, _ counts: FrameCounts) {
    self.queue = queue
    self.counts = counts
  }

  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame? {
    guard let frame = await queue.next(isolation: isolation) else { return nil }
    counts.deliver()
    return frame
  }
}
