import MatteKit

/// The kind of file of a result.
public enum FileFormat: Sendable, Hashable {
  /// A photo of this format.
  case photo(PhotoFormat)
  /// A movie in this kind of file.
  case movie(MovieContainer)
  /// A JSON document of what was found in a photo.
  case json

  /// `heic`, `jpeg`, `mp4`.
  public var name: String {
    switch self {
    case .photo(let format): format.rawValue
    case .movie(let container): container.rawValue
    case .json: "json"
    }
  }

  /// Whether it is a movie.
  public var isMovie: Bool {
    switch self {
    case .photo, .json: false
    case .movie: true
    }
  }
}
