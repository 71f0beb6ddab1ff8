import Hummingbird
import ServiceLifecycle

/// The first step of a graceful end: photos in work are finished while new ones are sent away with 503. Only then the
/// server stops to listen.
struct QueueEnd: Service {
  let queue: PhotoQueue

  func run() async throws {
    // Cancelled, it waits for nothing.
    try await gracefulShutdown()
    await queue.end()
  }
}
