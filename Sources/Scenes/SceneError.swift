import Codes
import FaceMeta
import FilterGraph
import FoundationEssentials
import FrameStream
import Segmentation

/// Why a stream of scenes ended before its source did.
public enum SceneError: LocalizedError, Sendable, CustomStringConvertible {
  /// A frame could not be read or written.
  case frames(FrameStreamError)
  /// Faces could not be searched for.
  case faces(FaceError)
  /// Codes could not be searched for.
  case codes(CodeError)
  /// Mattes could not be made.
  case mattes(SegmentationError)
  /// A picture could not be rendered.
  case rendering(RenderError)
  /// A function that the caller gave failed.
  case other(any Error)

  /// The error of the module that failed.
  public var underlying: any Error {
    switch self {
    case .frames(let error): error
    case .faces(let error): error
    case .codes(let error): error
    case .mattes(let error): error
    case .rendering(let error): error
    case .other(let error): error
    }
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String { "\(underlying)" }

  /// An error of a module below, or of a caller.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as SceneError: error
      case let error as FrameStreamError: .frames(error)
      case let error as FaceError: .faces(error)
      case let error as CodeError: .codes(error)
      case let error as SegmentationError: .mattes(error)
      case let error as RenderError: .rendering(error)
      default: .other(error)
      }
  }
}
