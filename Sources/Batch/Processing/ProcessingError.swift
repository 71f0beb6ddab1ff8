import FoundationEssentials
import MatteKit

/// Why a photo or a movie has no result.
public enum ProcessingError: LocalizedError, Sendable, CustomStringConvertible {
  /// A photo could not be read, or the result could not be coded or written.
  case photo(PhotoFileError)
  /// A movie's frames could not be read or written.
  case frames(FrameStreamError)
  /// A movie is damaged where its frames before `seconds` have been read: a range that ends there can be processed.
  case damagedEnd(FrameStreamError, seconds: Double)
  /// Faces could not be searched for.
  case faces(FaceError)
  /// Codes could not be searched for.
  case codes(CodeError)
  /// Mattes could not be made.
  case mattes(SegmentationError)
  /// A picture could not be rendered.
  case rendering(RenderError)
  /// An effect could not be made from its settings.
  case effect(EffectError)
  /// The input shows no person, and must: see ``ProcessingOptions/requiresPerson``.
  case noPersonFound(input: String)
  /// A setting of the effects names a movie as its picture, which advances with movies; a photo needs a still picture.
  case stillPictureNeeded(input: String, picture: String)
  /// The task was cancelled, and nothing remains.
  case cancelled
  /// A function that the caller gave failed.
  case other(any Error)

  /// The error of the module that failed; nil if it is one of a whole photo or movie.
  public var underlying: (any Error)? {
    switch self {
    case .photo(let error): error
    case .frames(let error), .damagedEnd(let error, _): error
    case .faces(let error): error
    case .codes(let error): error
    case .mattes(let error): error
    case .rendering(let error): error
    case .effect(let error): error
    case .other(let error): error
    case .noPersonFound, .stillPictureNeeded, .cancelled: nil
    }
  }

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .noPersonFound(let input): "\(input): no person was found in the picture"
    case .stillPictureNeeded(let input, let picture):
      "\(input): the effect's picture is a movie, \(picture), which runs along with movies only; process photos with a "
        + "photo for a picture"
    case .damagedEnd(let error, let seconds):
      "\(error); the frames before the damage, up to \(seconds) s, can be processed alone"
    case .cancelled: "the work was cancelled"
    default: underlying.map { "\($0)" } ?? "the work failed"
    }
  }

  /// An error of a module below, or of a caller.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as ProcessingError: error
      case let error as SceneError: ProcessingError(error.underlying)
      case let error as PhotoFileError: .photo(error)
      case let error as FrameStreamError: .frames(error)
      case let error as FaceError: .faces(error)
      case let error as CodeError: .codes(error)
      case SegmentationError.cancelled, RenderError.cancelled: .cancelled
      case let error as SegmentationError: .mattes(error)
      case let error as RenderError: .rendering(error)
      case let error as EffectError: .effect(error)
      case is CancellationError: .cancelled
      default: .other(error)
      }
  }
}
