import Dispatch

/// Does two things at once, the second on the calling thread, and gives both results. Unlike in ``concurrentMap(_:_:)`` each
/// may use all cores itself, where the other leaves them.
package func concurrently<First: Sendable, Second: Sendable>(
  _ first: @escaping @Sendable () -> First, _ second: () -> Second
) -> (First, Second) {
  // Written before the wait is over, read after it.
  nonisolated(unsafe) var one: First?
  let isDone = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    one = first()
    isDone.signal()
  }
  let two = second()
  isDone.wait()
  return (one ?? first(), two)
}
