import Checksums
import MatteKit
import SystemPackage

/// The digest of everything that a result depends on besides its input: effect, settings, coding, weights, version, and
/// the contents of files that effect and settings name.
struct RecipeDigest {
  private let files: RecipeFiles

  /// - Parameter path: the path that a text names.
  init(path: @escaping @Sendable (String) -> FilePath) { files = RecipeFiles(path: path) }

  /// - Parameters:
  ///   - effect: the effect as given: a name, a stack, or a preset's file.
  ///   - settings: the settings as given, in order: later ones override earlier ones.
  ///   - coding: whatever else makes a difference, in words.
  func digest(effect: String, settings: [String], coding: [String], version: String) -> String {
    var parts = ["mattetool \(version)", "effect", effect] + content(of: effect)
    for setting in settings {
      parts += ["set", setting] + (RecipeFiles.value(of: setting).map(content) ?? [])
    }
    parts += ["coding"] + coding
    // Each part follows its length: no two lists of parts have the same bytes.
    return SHA256(Array(parts.flatMap { "\($0.utf8.count):\($0)\n".utf8 })).description
  }

  /// The digests of the files that a text names. A file that cannot be read counts for nothing here: the effect that
  /// reads it reports the error.
  private func content(of text: String) -> [String] {
    files.files(named: text).flatMap { file in
      (try? FileDigest.sha256(of: file)).map { ["file", $0.description] } ?? []
    }
  }
}
