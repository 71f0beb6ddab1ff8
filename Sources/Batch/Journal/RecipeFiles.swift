import FoundationEssentials
import MatteKit
import SystemPackage

/// The files that an effect and its settings name: a preset, and pictures.
package struct RecipeFiles: Sendable {
  /// The path that a text names.
  let path: @Sendable (String) -> FilePath

  package init(path: @escaping @Sendable (String) -> FilePath) { self.path = path }

  /// The versions of the files, which change when one is edited or replaced.
  ///
  /// - Parameters:
  ///   - effect: the effect as given: a name, a stack, or a preset's file.
  ///   - settings: the settings as they were given, `key=value`.
  package func versions(effect: String, settings: [String]) -> [FileVersion] {
    paths(effect: effect, settings: settings).compactMap { FileVersion(of: $0) }
  }

  /// The paths of the files.
  func paths(effect: String, settings: [String]) -> [FilePath] {
    ([effect] + settings.compactMap(Self.value)).flatMap { files(named: $0) }
  }

  /// The value of a setting; nil if it is not of the form `key=value`.
  static func value(of setting: String) -> String? {
    setting.firstIndex(of: "=").map { String(setting[setting.index(after: $0)...]) }
  }

  /// The file that a string names, and those that it names if it is JSON; none if the string names no file.
  func files(named text: String, depth: Int = 0) -> [FilePath] {
    let path = path(text)
    guard depth < 4, !text.isEmpty, let status = try? path.stat(), status.type == .regular else { return [] }
    var files = [path]
    if status.size < 1 << 20, let bytes = try? PlainFile.read(path),
      let value = try? JSONDecoder().decode(JSONStrings.self, from: Data(bytes))
    {
      // A preset's pictures lie beside it, or at their paths.
      for name in value.strings {
        files += self.files(named: name, depth: depth + 1)
        let beside = path.folder.appending(FilePath(bytes: name.utf8)).lexicallyNormalized()
        files += self.files(named: beside.description, depth: depth + 1)
      }
    }
    return files
  }
}
