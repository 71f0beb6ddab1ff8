import Foundation
import Synchronization

/// Holds one thread up until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let waits = Mutex(false)

  var isWaitedFor: Bool { waits.withLock { $0 } }

  func wait() {
    waits.withLock { $0 = true }
    semaphore.wait()
  }

  func open() { semaphore.signal() }
}
