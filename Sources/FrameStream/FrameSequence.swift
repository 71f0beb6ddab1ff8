import Imaging

/// The frames of a source in the order of showing, each decoded when it is asked for: a slow consumer slows the
/// source down, and nothing is dropped.
///
/// After an error, and when the task is cancelled, the sequence ends. May be shared between tasks; each iterator of a
/// ``VideoFile``'s frames begins at the first frame, while those of a ``Y4MStream`` share what is left of the stream.
public struct FrameSequence: AsyncSequence, Sendable {
  public typealias Element = Frame
  public typealias Failure = FrameStreamError

  let makePump: @Sendable () -> FramePump

  public func makeAsyncIterator() -> Iterator { Iterator(pump: makePump()) }

  /// Hands out the frames one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let pump: FramePump

    /// The next frame, or nil when there are no more.
    public mutating func next() async throws(FrameStreamError) -> Frame? { try await pump.next(isolation: nil) }

    /// The next frame, or nil when there are no more.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(FrameStreamError) -> Frame? {
      try await pump.next(isolation: actor)
    }
  }
}
