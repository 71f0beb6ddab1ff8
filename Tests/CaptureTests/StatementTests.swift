import FoundationEssentials
import Support
import Testing

/// The table of statements and the tests agree.
@Suite struct StatementTests {
  private static let folders = ["Tests/CaptureTests", "Tests/EndToEnd/Camera"]

  /// The numbers in the names of tests.
  private func tested() throws -> Set<String> {
    var found: Set<String> = []
    for folder in Self.folders {
      let folder = ProjectFolder.root.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix("Tests.swift") {
        let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        for part in text.split(separator: "func `statement ", omittingEmptySubsequences: false).dropFirst() {
          let number = part.prefix { $0 != ":" }
          if number.first?.isNumber == true { found.insert(String(number)) }
        }
      }
    }
    return found
  }

  @Test func `the table and the tests name the same statements`() throws {
    let file = ProjectFolder.root.appending(path: "Tests/CaptureTests/Statements.md")
    let rows = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n").compactMap {
      line -> (String, String)? in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
      return cells.count == 6 && cells[1].first?.isNumber == true ? (cells[1], cells[3]) : nil
    }
    #expect(rows.count > 80 && Set(rows.map(\.0)).count == rows.count)
    #expect(Set(rows.map(\.1)).isSubset(of: ["yes", "in part", "no"]))
    #expect(Set(rows.filter { $0.1 != "no" }.map(\.0)) == (try tested()))
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
