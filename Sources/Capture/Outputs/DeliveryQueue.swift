/// A queue of elements that wait for a reader. May be shared by threads.
final class DeliveryQueue<Element: Sendable>: Sendable {
  private let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation

  /// - Parameters:
  ///   - keepsNewest: whether the oldest element is dropped if there is no room; otherwise the newest.
  ///   - limit: the maximum number of waiting elements, at least 1.
  init(keepingNewest keepsNewest: Bool, limit: Int) {
    let limit = max(1, limit)
    (stream, continuation) = AsyncStream.makeStream(
      bufferingPolicy: keepsNewest ? .bufferingNewest(limit) : .bufferingOldest(limit))
  }

  /// - Returns: the dropped element, possibly the new one.
  func append(_ element: Element) -> Element? {
    if case .dropped(let dropped) = continuation.yield(element) { dropped } else { nil }
  }

  /// The next, or nil at the end and when the task is cancelled. One task at a time.
  func next(isolation: isolated (any Actor)?) async -> Element? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next(isolation: isolation)
  }

  func finish() { continuation.finish() }
}
