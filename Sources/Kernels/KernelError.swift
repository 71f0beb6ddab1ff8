/// Why an algorithm could not work on its buffers.
public enum KernelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A parameter is outside what the algorithm takes.
  case invalidArgument(operation: String, reason: String)
  /// The library behind the algorithm gave up; the reason is its own message.
  case failed(operation: String, reason: String)

  public var description: String {
    switch self {
    case .invalidArgument(let operation, let reason): "\(operation): \(reason)"
    case .failed(let operation, let reason): "\(operation) failed: \(reason)"
    }
  }
}
