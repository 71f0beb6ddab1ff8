import SystemPackage

/// The result of one file: a line of a report, whose `media` is `photo` or `movie`.
public enum FileReport: Codable, Sendable {
  /// The result of a photo.
  case photo(PhotoReport)
  /// The result of a movie.
  case movie(MovieReport)

  /// The outcome of a file.
  public enum Status: String, Codable, Sendable {
    /// The output was made by this run.
    case done
    /// The output was made by an earlier run, and has not changed.
    case unchanged
    /// The output existed and was kept.
    case skipped
    /// There is no output: ``FileReport/error`` has the reason.
    case failed
  }

  private enum Media: String, Codable {
    case photo, movie
  }

  private enum Key: CodingKey {
    case media
  }

  /// A report of a file that has no result, or has had one before.
  ///
  /// - Parameter error: why it failed, with its name.
  package init(on file: PlannedFile, status: Status, error: String? = nil) {
    self =
      file.format.isMovie
      ? .movie(MovieReport(on: file, status: status, error: error))
      : .photo(PhotoReport(on: file, status: status, error: error))
  }

  /// A report of a folder that cannot be read, which counts as one photo.
  ///
  /// - Parameter output: the place of the results for its contents.
  package init(on folder: UnreadableFolder, output: FilePlace) {
    var report = PhotoReport(input: .path(folder.path), output: output, status: .failed)
    report.isFolder = true
    report.error = folder.description
    self = .photo(report)
  }

  /// Parses a line; one without `media` is about a photo.
  public init(from decoder: any Decoder) throws {
    let media = try decoder.container(keyedBy: Key.self).decodeIfPresent(Media.self, forKey: .media)
    switch media ?? .photo {
    case .photo: self = .photo(try PhotoReport(from: decoder))
    case .movie: self = .movie(try MovieReport(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .photo(let photo):
      try container.encode(Media.photo, forKey: .media)
      try photo.encode(to: encoder)
    case .movie(let movie):
      try container.encode(Media.movie, forKey: .media)
      try movie.encode(to: encoder)
    }
  }

  private var media: any MediaReport {
    switch self {
    case .photo(let photo): photo
    case .movie(let movie): movie
    }
  }

  /// Whether it is about a folder that could not be read.
  package var isFolder: Bool {
    if case .photo(let photo) = self { return photo.isFolder == true }
    return false
  }

  /// Whether it is about a movie.
  public var isMovie: Bool {
    if case .movie = self { true } else { false }
  }

  /// The input's path; one that is not UTF-8 is percent-encoded.
  public var input: String { media.input }

  /// The output's path, as ``input``.
  public var output: String { media.output }

  /// The input's path, to the byte.
  public var inputPath: FilePath { media.inputPath }

  /// The output's path, to the byte.
  public var outputPath: FilePath { media.outputPath }

  /// Whether the file has its output, and whether it was made now.
  public var status: Status { media.status }

  /// The error with the file's name; nil if there was none.
  public var error: String? { media.error }

  /// One sentence each, without the file's name.
  public var warnings: [String] { media.warnings }

  /// Milliseconds by stage of the work.
  public var milliseconds: [String: Double] { media.milliseconds }

  /// The peak memory of the process, in bytes.
  public var peakMemory: Int? { media.peakMemory }

  /// Adds the current memory of the process.
  mutating func measureMemory() {
    switch self {
    case .photo(var photo):
      photo.measureMemory()
      self = .photo(photo)
    case .movie(var movie):
      movie.measureMemory()
      self = .movie(movie)
    }
  }

  /// The key of the report's file: two lines of one output are about one file.
  package var subject: FilePath { outputPath }
}
