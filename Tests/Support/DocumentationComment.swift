import FoundationEssentials

/// A documentation comment that tests compare with a declaration, or write.
public enum DocumentationComment {
  /// Compares the comment of each declaration, or writes it.
  ///
  /// - Parameters:
  ///   - file: a Swift file.
  ///   - comments: the text of the comment by how the line of the declaration begins, without its indentation.
  /// - Returns: the declarations that are in the file, and those whose comment is another.
  public static func check(
    _ file: URL, _ comments: [String: String]
  ) throws -> (found: Set<String>, stale: Set<String>) {
    let source = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    var lines: [String] = []
    var (found, stale): (Set<String>, Set<String>) = ([], [])
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let text = line.drop { $0 == " " }
      if let (declaration, comment) = comments.first(where: { text.hasPrefix($0.key) }) {
        found.insert(declaration)
        let indentation = String(line.prefix { $0 == " " })
        let start = lines.lastIndex { !$0.hasPrefix("\(indentation)///") }.map { $0 + 1 } ?? 0
        let wanted = Self.lines(comment, after: indentation)
        if Array(lines[start...]) != wanted { stale.insert(declaration) }
        lines.replaceSubrange(start..., with: wanted)
      }
      lines.append(line)
    }
    if GeneratedFile.isWriting, !stale.isEmpty {
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      stale = []
    }
    return (found, stale)
  }

  /// A text as lines of a comment, 120 columns wide at most; an empty line between paragraphs.
  private static func lines(_ text: String, after indentation: String) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if !lines.isEmpty { lines.append("\(indentation)///") }
      lines.append("\(indentation)///")
      for word in paragraph.split(separator: " ") {
        if lines[lines.count - 1].count + 1 + word.count > 120 { lines.append("\(indentation)///") }
        lines[lines.count - 1] += " \(word)"
      }
    }
    return lines
  }
}
