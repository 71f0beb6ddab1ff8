import Batch
import Dispatch
import Glibc

extension Interruption {
  /// The exit code of an interrupted process.
  static let exitCode: Int32 = 130

  /// Handles SIGINT and SIGTERM until the returned object is released. The first signal lets the photos in progress
  /// finish; the second one ends the process at once, which outputs and journal survive like a power failure.
  ///
  /// - Parameter notice: is called once, when the first comes.
  func listen(_ notice: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    TerminationSignals.listen { [self] in
      if request() { _exit(Self.exitCode) }
      notice()
    }
  }
}
