import Imaging
import Inference
import Kernels

/// Why faces could not be looked for. That there is no face is not an error.
public enum FaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A network is missing, damaged or does not run.
  case network(InferenceError)
  /// A part of the picture could not be scaled.
  case pixels(KernelError)

  public var description: String {
    switch self {
    case .network(let error): "faces cannot be looked for: \(error)"
    case .pixels(let error): "faces cannot be looked for in this picture: \(error)"
    }
  }
}
