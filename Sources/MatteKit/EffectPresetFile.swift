import Effects
import FoundationEssentials
import PhotoFile

extension EffectPreset {
  /// Reads a preset file; pictures that it names are looked for beside it.
  ///
  /// - Throws: ``EffectError/preset(path:reason:)`` with the path of the first mistake, or the error of reading the file.
  public init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file)
    let folder = file.deletingLastPathComponent()
    try self.init(json: [UInt8](data)) { name in
      try EffectValue.Picture(contentsOf: name.hasPrefix("/") ? URL(filePath: name) : folder.appending(path: name))
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
