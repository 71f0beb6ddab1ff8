import Hummingbird
import ServiceLifecycle

/// The first step of a graceful end: photos in progress are finished while new ones are refused with 503. Only then the
/// server stops listening.
struct QueueEnd: Service {
  let queue: PhotoQueue

  func run() async throws {
    // Cancelled, it waits for nothing.
    try await gracefulShutdown()
    await queue.end()
  }
}
