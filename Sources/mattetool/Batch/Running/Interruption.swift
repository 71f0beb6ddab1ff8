import Dispatch
import Glibc
import Synchronization

/// Whether somebody wants a run to end. May be shared by threads.
///
/// The first SIGINT or SIGTERM lets what is in work come to its end; the second ends the process at once, which outputs
/// and journal bear as they bear a power cut.
final class Interruption: Sendable {
  static let exitCode: Int32 = 130
  private let isWanted = Atomic<Bool>(false)

  var isRequested: Bool { isWanted.load(ordering: .acquiring) }

  func request() { isWanted.store(true, ordering: .releasing) }

  /// Listens to the signals until what is returned goes.
  ///
  /// - Parameter notice: is called once, when the first comes.
  func listen(_ notice: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        if isWanted.exchange(true, ordering: .acquiringAndReleasing) { _exit(Self.exitCode) }
        notice()
      }
      source.resume()
      return source
    }
  }
}
