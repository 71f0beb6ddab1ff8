import Effects
import FilterGraph
import FoundationEssentials
import FrameStream
import PhotoFile

extension EffectPreset {
  /// Reads a preset file; pictures that it names are looked for beside it.
  ///
  /// - Throws: ``EffectError/preset(path:reason:)`` with the file's name and the path of the first mistake.
  public init(contentsOf file: URL) throws(EffectError) {
    guard let data = try? Data(contentsOf: file) else {
      throw .preset(path: file.path, reason: "this file cannot be read")
    }
    let folder = file.deletingLastPathComponent()
    do {
      try self.init(json: [UInt8](data)) { name in
        try EffectValue.Picture(contentsOf: name.hasPrefix("/") ? URL(filePath: name) : folder.appending(path: name))
      }
    } catch {
      guard case .preset(let path, let reason) = error else { throw error }
      throw .preset(path: "\(file.lastPathComponent): \(path)", reason: reason)
    }
  }
}

extension EffectValue.Picture {
  /// Reads a picture for a setting, turned upright.
  public init(contentsOf file: URL) throws(PhotoFileError) {
    let photo = try Photo(contentsOf: file, options: ReadingOptions(auxiliaryImages: .none))
    self.init(image: photo.image.oriented(photo.orientation), size: photo.uprightSize, source: file.path)
  }
}

extension EffectValue.Picture {
  /// A movie for a setting, which runs along with the stream that the effect is applied to.
  ///
  /// - Throws: ``FrameStreamError`` if the file is no movie.
  public init(movie file: URL) throws(FrameStreamError) {
    let movie = try VideoFile(contentsOf: file)
    self.init(image: .empty, size: movie.orientation.apply(to: movie.size), source: file.path, isMovie: true)
  }
}
