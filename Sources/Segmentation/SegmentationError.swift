import Inference
import Kernels

/// Why no mattes could be made.
public enum SegmentationError: Error, Sendable, CustomStringConvertible {
  /// The network is missing, damaged or failed.
  case network(InferenceError)
  /// The network's answer is not of the shape that its card states.
  case unexpectedOutput(network: String, reason: String)
  /// An algorithm on the picture's buffers failed.
  case kernel(KernelError)

  public var description: String {
    switch self {
    case .network(let error): error.description
    case .unexpectedOutput(let network, let reason):
      "the network \(network) gave an unexpected answer (\(reason)); install the weights that belong to this version"
    case .kernel(let error): error.description
    }
  }
}
