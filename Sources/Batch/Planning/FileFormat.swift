import MatteKit

/// The kind of file that a result is.
public enum FileFormat: Sendable, Hashable {
  /// A photo of this format.
  case photo(PhotoFormat)
  /// A movie in this kind of file.
  case movie(MovieContainer)

  /// `heic`, `jpeg`, `mp4`.
  public var name: String {
    switch self {
    case .photo(let format): format.rawValue
    case .movie(let container): container.rawValue
    }
  }

  /// Whether it is a movie.
  public var isMovie: Bool {
    switch self {
    case .photo: false
    case .movie: true
    }
  }
}
