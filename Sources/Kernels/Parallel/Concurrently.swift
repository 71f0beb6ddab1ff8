import Dispatch

/// Runs two closures concurrently, the second on the calling thread, and returns both results. Unlike in
/// ``concurrentMap(_:_:)`` each may use all cores itself, as far as the other leaves them.
package func concurrently<First: Sendable, Second: Sendable>(
  _ first: @escaping @Sendable () -> First, _ second: () -> Second
) -> (First, Second) {
  // Written before the wait ends, read after it.
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
