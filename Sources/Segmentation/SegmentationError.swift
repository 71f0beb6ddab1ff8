import FoundationEssentials
import Inference
import Kernels

/// Why making mattes failed. A picture without people is not an error.
public enum SegmentationError: LocalizedError, Sendable, CustomStringConvertible {
  /// OpenVINO or a network is missing, is damaged, or failed to run.
  case network(InferenceError)
  /// The network's output does not have the name or shape that its card states.
  case unexpectedOutput(network: String, reason: String)
  /// An algorithm on the picture's buffers failed.
  case kernel(KernelError)
  /// The current task was cancelled.
  case cancelled

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  /// One sentence that says what failed and what to do.
  public var description: String {
    switch self {
    case .network(let error): error.description
    case .unexpectedOutput(let network, let reason):
      "the network \(network) gave an unexpected answer (\(reason)); install the weights that belong to this version"
    case .kernel(let error): error.description
    case .cancelled: "the mattes were not made, because their task was cancelled"
    }
  }
}
