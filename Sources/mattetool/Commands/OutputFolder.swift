import FoundationEssentials
import MatteKit

/// The folder that a command writes several files to.
enum OutputFolder {
  /// Creates the folder and its parents unless it exists.
  static func make(_ folder: URL) throws(PhotoFileError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(file: folder.path, reason: "the folder cannot be made; give one that you may write to")
    }
  }
}
