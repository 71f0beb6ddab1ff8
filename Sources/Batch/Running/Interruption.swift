import Synchronization

/// Whether somebody wants a run to end: photos in work are finished, and no further one is begun. May be shared by threads.
package final class Interruption: Sendable {
  private let isWanted = Atomic<Bool>(false)

  package init() {}

  package var isRequested: Bool { isWanted.load(ordering: .acquiring) }

  /// - Returns: whether it was requested before.
  @discardableResult package func request() -> Bool { isWanted.exchange(true, ordering: .acquiringAndReleasing) }
}
