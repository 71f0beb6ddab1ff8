import Foundation

/// The Swift examples of an article, which are to be compiled with the tests.
public enum DocumentationExamples {
  /// Lines without indentation, and without the parts that make an example a program: its file's name, imports and the
  /// names of the files that it reads and writes. `Scripts/nightly.d/strangers-package` builds and runs the programs.
  private static func lines(_ text: some StringProtocol) -> [String] {
    let frame = ["import ", "// Sources/", "let (input, output) = ", "let clip = "]
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { line in !line.isEmpty && !frame.contains { line.hasPrefix($0) } }
  }

  /// The examples of a page, and those of them that are not in a file of the tests line by line.
  ///
  /// - Parameters:
  ///   - page: from the root of the checkout.
  ///   - file: the file of tests, from the root of the checkout.
  public static func compare(_ page: String, with file: String) throws -> (all: [String], missing: [String]) {
    func text(_ path: String) throws -> String {
      try String(contentsOf: ProjectFolder.root.appending(path: path), encoding: .utf8)
    }
    let compiled = lines(try text(file))
    let examples = try text(page).components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }.filter { !$0.contains("import PackageDescription") }
    return (
      examples,
      examples.filter { example in
        let wanted = lines(example)
        return !compiled.indices.contains { compiled[$0...].starts(with: wanted) }
      }
    )
  }
}
