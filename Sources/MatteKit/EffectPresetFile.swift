import Effects
import FilterGraph
import FoundationEssentials
import FrameStream
import PhotoFile

extension EffectPreset {
  /// Reads a preset file; pictures that it names are searched for beside it.
  ///
  /// - Parameters:
  ///   - file: the preset, as JSON.
  ///   - allowsMovies: whether a picture may be a movie, as for effects on movies.
  /// - Throws: ``EffectError/preset(path:reason:)`` with the file's name and the path of the first mistake.
  public init(contentsOf file: URL, allowsMovies: Bool = false) throws(EffectError) {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw .preset(path: file.shownPath, reason: Self.reason(for: error))
    }
    do {
      try self.init(json: [UInt8](data)) { name in
        let url = file.file(named: name)
        do throws(PhotoFileError) {
          return try EffectValue.Picture(contentsOf: url)
        } catch {
          // A file that is not a movie either is reported as a damaged photo.
          guard allowsMovies, let movie = try? EffectValue.Picture(movie: url) else { throw error }
          return movie
        }
      }
    } catch {
      guard case .preset(let path, let reason) = error else { throw error }
      throw .preset(path: "\(file.lastPathComponent): \(path)", reason: reason)
    }
  }

  /// What is wrong with a file that cannot be read.
  private static func reason(for error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: "this file cannot be read: there is none of that name"
    case .fileReadNoPermission?: "this file cannot be read: its permissions do not allow it"
    default: "this file cannot be read"
    }
  }
}

extension EffectValue.Picture {
  /// Reads a picture for a setting, rotated upright.
  ///
  /// - Throws: the errors of `Photo.init(contentsOf:options:)`.
  public init(contentsOf file: URL) throws(PhotoFileError) {
    let photo = try Photo(contentsOf: file, options: ReadingOptions(auxiliaryImages: .none))
    self.init(image: photo.image.oriented(photo.orientation), size: photo.uprightSize, source: file.path)
  }
}

extension EffectValue.Picture {
  /// A movie for a setting, which advances with the stream that the effect is applied to.
  ///
  /// - Throws: ``FrameStreamError`` if the file is not a movie.
  public init(movie file: URL) throws(FrameStreamError) {
    let movie = try VideoFile(contentsOf: file)
    self.init(image: .empty, size: movie.orientation.apply(to: movie.size), source: file.path, isMovie: true)
  }
}
