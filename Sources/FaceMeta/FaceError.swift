import FoundationEssentials
import Inference
import Kernels

/// Why face detection or tracking failed. Finding no face is not an error.
public enum FaceError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// A network is missing, is damaged, or failed to run.
  case network(InferenceError)
  /// Pixels could not be scaled or warped.
  case pixels(KernelError)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  /// One sentence that says what failed and what to do.
  public var description: String {
    switch self {
    case .network(let error): "faces cannot be detected: \(error)"
    case .pixels(let error): "this picture cannot be searched for faces: \(error)"
    }
  }
}
