import Dispatch

/// Whether the stages of a stream have loaded what they need, before there is a frame. Of use for one iteration of
/// them. May be shared by threads.
package final class StageReadiness: Sendable {
  private let group = DispatchGroup()

  package init() {}

  /// There is one more stage.
  func expect() { group.enter() }

  /// A stage is ready, or has failed.
  func arrive() { group.leave() }

  /// Returns when all stages are ready, once their first element is requested.
  package func wait() async {
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }
}
