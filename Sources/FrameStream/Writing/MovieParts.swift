/// The parts of a movie, besides its pictures, that are copied into another one.
public struct MovieParts: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// All sounds, with their languages.
  public static let sound = MovieParts(rawValue: 1)
  /// All subtitles.
  public static let subtitles = MovieParts(rawValue: 2)
  /// Cover pictures. They show the pictures before any drawing.
  public static let coverPictures = MovieParts(rawValue: 4)
  /// Attached files, as fonts for subtitles. Only fonts are copied without ``coverPictures``, and where metadata are
  /// not kept whole: other files may be pictures, or contain a location.
  public static let attachments = MovieParts(rawValue: 8)
  /// Time codes and data with times.
  public static let data = MovieParts(rawValue: 16)
  /// Further video streams. Nothing is drawn on them.
  public static let otherVideo = MovieParts(rawValue: 32)
  /// Chapters.
  public static let chapters = MovieParts(rawValue: 64)
  /// Tags of the container and of streams: time, place, camera, titles.
  public static let metadata = MovieParts(rawValue: 128)

  /// Everything.
  public static let all: MovieParts = [
    .sound, .subtitles, .coverPictures, .attachments, .data, .otherVideo, .chapters, .metadata,
  ]
}
