import FoundationEssentials
import Glibc

/// Names of files: a folder means all files in it; `*`, `?` and `[...]` match as in a shell, and one `%d` or `%06d` in
/// the name matches numbers, as in FFmpeg.
struct FileNamePattern: Sendable, Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether a name of a nonexistent file is a pattern.
  var isPattern: Bool { text.contains { "*?[".contains($0) } || numberedName != nil }

  /// The existing files, in the order of their names, with numbers compared by their values.
  func files() -> [URL] {
    var isFolder = stat()
    if stat(text, &isFolder) == 0 {
      guard isFolder.st_mode & S_IFMT == S_IFDIR else { return [URL(filePath: text)] }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: text)) ?? []
      let folder = URL(filePath: text, directoryHint: .isDirectory)
      return Self.sorted(names.filter { !$0.hasPrefix(".") }).map { folder.appending(path: $0) }
    }
    if let numberedName { return numberedName.files() }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(text, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
    let names = (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
    return Self.sorted(names).map { URL(filePath: $0) }
  }

  /// A sentence about missing numbers between those of the files; nil if there are none.
  func gapWarning(in files: [URL]) -> String? {
    guard let gap = numberedName?.gap(in: files) else { return nil }
    let others = gap.count > 1 ? " and \(gap.count - 1) more of its pictures are" : " of its pictures is"
    return "number \(gap.first)\(others) missing; those after it come earlier"
  }

  /// The name with its number placeholder; nil if it has none, or several.
  private var numberedName: NumberedFileName? { NumberedFileName(text) }

  /// Orders names by the values of their numbers.
  static func sorted(_ names: [String]) -> [String] {
    names.map { (key: parts(of: $0), name: $0) }.sorted { a, b in
      for (left, right) in zip(a.key, b.key) where left != right { return left < right }
      return a.key.count != b.key.count ? a.key.count < b.key.count : a.name < b.name
    }.map(\.name)
  }

  /// A run of digits, or of other characters.
  private enum Part: Equatable {
    /// Without leading zeros, so that more digits are more.
    case number(String)
    case text(String)

    static func < (left: Part, right: Part) -> Bool {
      switch (left, right) {
      case (.number(let a), .number(let b)): a.count != b.count ? a.count < b.count : a < b
      case (.text(let a), .text(let b)): a < b
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  private static func parts(of name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name[...]
    while let first = rest.first {
      let isNumber = first.isASCII && first.isNumber
      let run = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
      parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
      rest = rest.dropFirst(run.count)
    }
    return parts
  }
}
