import Dispatch

/// Runs `body` for `0..<count` on all cores and returns the results in order. Jobs are started in order, so that the
/// longest should come first.
package func concurrentMap<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
  [Result](unsafeUninitializedCapacity: count) { storage, initializedCount in
    // Each job writes its own element.
    nonisolated(unsafe) let elements = storage
    DispatchQueue.concurrentPerform(iterations: count) { index in
      elements.initializeElement(at: index, to: body(index))
    }
    initializedCount = count
  }
}
