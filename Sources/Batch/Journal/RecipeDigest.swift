import Checksums
import FoundationEssentials
import MatteKit
import SystemPackage

/// The digest of everything that a result depends on beside its input: effect, settings, coding, weights, version, and
/// the contents of files that effect and settings name.
struct RecipeDigest {
  /// The path that a text names.
  let path: @Sendable (String) -> FilePath

  /// - Parameters:
  ///   - effect: as it was given: a name, a stack, or a preset's file.
  ///   - settings: as they were given, in their order: later ones count.
  ///   - coding: whatever else makes a difference, in words.
  func digest(effect: String, settings: [String], coding: [String], version: String) -> String {
    var parts = ["mattetool \(version)", "effect", effect] + content(of: effect)
    for setting in settings {
      parts += ["set", setting]
      if let sign = setting.firstIndex(of: "=") { parts += content(of: String(setting[setting.index(after: sign)...])) }
    }
    parts += ["coding"] + coding
    // A length before each part: no two lists of parts give the same bytes.
    return SHA256(Array(parts.flatMap { "\($0.utf8.count):\($0)\n".utf8 })).description
  }

  /// The digest of a file's bytes, and of the files that it names if it is JSON; nothing if the text names no file.
  private func content(of text: String, depth: Int = 0) -> [String] {
    let path = path(text)
    guard depth < 4, !text.isEmpty, let status = try? path.stat(), status.type == .regular,
      let digest = try? FileDigest.sha256(of: path)
    else { return [] }
    var parts = ["file", digest.description]
    if status.size < 1 << 20, let bytes = try? PlainFile.read(path),
      let value = try? JSONDecoder().decode(JSONStrings.self, from: Data(bytes))
    {
      // A preset's pictures lie beside it, or where their paths say.
      for name in value.strings {
        parts += content(of: name, depth: depth + 1)
        parts += content(of: path.folder.appending(FilePath(bytes: name.utf8)).description, depth: depth + 1)
      }
    }
    return parts
  }
}
