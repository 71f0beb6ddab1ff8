import Dispatch
import Glibc

/// SIGINT and SIGTERM as events, instead of the end of the process.
enum TerminationSignals {
  /// Handles both signals until the returned sources are released or cancelled.
  ///
  /// When this returns, no signal is lost: one that came earlier has ended the process, which has begun nothing yet.
  ///
  /// - Parameter handler: is called for each signal, on a thread of its own.
  static func listen(_ handler: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    let registration = DispatchGroup()
    let sources = [SIGINT, SIGTERM].map { number in
      // The threads of the global queues may all be busy with the work that a signal should end; where there is one
      // processor, there is one such thread.
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "signal \(number)"))
      source.setEventHandler(handler: handler)
      registration.enter()
      source.setRegistrationHandler { registration.leave() }
      source.resume()
      return source
    }
    // Another thread of Dispatch replaces the signals' default action. Ignoring them until then would lose those that
    // come meanwhile, and a finished output would replace the one that an interrupt was to keep.
    registration.wait()
    return sources
  }
}
