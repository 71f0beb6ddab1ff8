import FoundationEssentials
import SystemPackage

extension URL {
  /// The name of a file in messages: its path as it was given, so that a relative one stays relative.
  package var shownPath: String { isFileURL ? relativePath : absoluteString }

  /// The file that this one, such as a preset, names: beside it, or at its path if that begins with `/`. Messages show
  /// its path without `.`, and without `..` behind a folder, as a user would write it.
  package func file(named name: String) -> URL {
    guard !name.hasPrefix("/") else { return URL(filePath: name) }
    let path = FilePath(relativePath).folder.appending(FilePath(name).components).lexicallyNormalized()
    return URL(filePath: path.string, relativeTo: baseURL)
  }
}
