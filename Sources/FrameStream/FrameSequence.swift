import Imaging

/// The frames of a source in presentation order.
///
/// By default each frame is decoded on request: a slow consumer slows the source down, and nothing is dropped.
/// ``delivered(_:counting:)`` chooses otherwise. After an error, and when the task is cancelled, the sequence ends. May
/// be shared between tasks; each iterator of a ``VideoFile``'s frames begins at the first frame, while those of a
/// stream share its remaining frames.
///
/// ```swift
/// let counts = FrameCounts { print("dropped the frame at \($0.time.seconds): \($0.reason.rawValue)") }
/// for try await frame in camera.frames.delivered(.latest, counting: counts) { ... }
/// ```
public struct FrameSequence: AsyncSequence, Sendable {
  public typealias Element = Frame
  public typealias Failure = FrameStreamError

  /// The frame interval in seconds of a source with a constant rate, as a camera; nil for others.
  var interval: Double?
  let makeProvider: @Sendable () -> any FrameProvider

  /// - Parameters:
  ///   - interval: the frame interval in seconds of a source with a constant rate; nil for others.
  ///   - makeProvider: called for each iterator.
  package init(interval: Double? = nil, _ makeProvider: @escaping @Sendable () -> any FrameProvider) {
    self.interval = interval
    self.makeProvider = makeProvider
  }

  /// The frames of a source of your own. They are read once: iterators share the remaining ones.
  ///
  /// A task that is cancelled while the source waits ends immediately; the source continues to wait, and its next frame
  /// goes to the next caller.
  ///
  /// - Parameters:
  ///   - source: pulled on a thread of its own.
  ///   - interval: the frame interval in seconds of a source with a constant rate, so that ``delivered(_:counting:)``
  ///     detects missing frames; nil for others.
  public init(_ source: some FrameSource, interval: Double? = nil) {
    let pump = FramePump { () throws(FrameStreamError) in source }
    self.init(interval: interval) { pump }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(provider: makeProvider()) }

  /// The same frames, delivered by a policy, with counts of the delivered and the dropped ones.
  public func delivered(_ delivery: FrameDelivery, counting counts: FrameCounts = FrameCounts()) -> FrameSequence {
    let (makeProvider, interval) = (makeProvider, interval)
    return FrameSequence {
      let counted = CountedFrames(
        source: makeProvider(), counts: counts, countsDeliveries: delivery == .everyFrame, interval: interval)
      return delivery == .everyFrame ? counted : FrameQueue(source: counted, delivery: delivery, counts: counts)
    }
  }

  /// Iterates over the frames.
  public struct Iterator: AsyncIteratorProtocol {
    let provider: any FrameProvider

    /// The next frame, or nil when there are no more.
    ///
    /// - Throws: ``FrameStreamError`` if the source fails; frames before the failure are delivered first.
    public mutating func next() async throws(FrameStreamError) -> Frame? { try await provider.next(isolation: nil) }

    /// The next frame, or nil when there are no more.
    ///
    /// - Throws: ``FrameStreamError`` if the source fails; frames before the failure are delivered first.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(FrameStreamError) -> Frame? {
      try await provider.next(isolation: actor)
    }
  }
}
