import Batch
import Dispatch
import Glibc

extension Interruption {
  /// The exit code of an interrupted process.
  static let exitCode: Int32 = 130

  /// Listens to SIGINT and SIGTERM until what is returned goes. The first lets the photos in work be finished; the second
  /// ends the process at once, which outputs and journal bear as they bear a power cut.
  ///
  /// - Parameter notice: is called once, when the first comes.
  func listen(_ notice: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        if request() { _exit(Self.exitCode) }
        notice()
      }
      source.resume()
      return source
    }
  }
}
