import FoundationEssentials
import MatteKit

/// The destination of a movie's frames.
public enum MovieTarget: Sendable, Hashable {
  /// A movie file of the kind that its extension names.
  case movie(URL)
  /// A y4m stream to a file descriptor.
  case y4m(fileDescriptor: Int32)
  /// An existing folder of pictures: `000001.png` and so on.
  case images(folder: URL, format: PhotoFormat)

  /// The name of the target in messages.
  public var name: String {
    switch self {
    case .movie(let url): url.shownPath
    case .y4m: "standard output"
    case .images(let folder, _): folder.shownPath
    }
  }
}
