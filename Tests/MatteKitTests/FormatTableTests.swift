import Foundation
import MatteKit
import Support
import Testing

/// The tables of formats that are read, written and passed through: each cell names the test that proves it.
@Suite struct FormatTableTests {
  private struct Cell {
    let row: String
    let column: String
    let text: String
    /// `Suite/function` of each test that is named.
    var tests: [String] {
      text.matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  private static func cells() throws -> [Cell] {
    let page = ProjectFolder.root.appending(path: "Sources/MatteKit/MatteKit.docc/PhotoFiles.md")
    var (header, cells): ([String], [Cell]) = ([], [])
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        header = []
        continue
      }
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if header.isEmpty {
        header = parts
      } else if !parts[0].hasPrefix("---") {
        for (column, text) in zip(header, parts).dropFirst() {
          cells.append(Cell(row: parts[0], column: column, text: text))
        }
      }
    }
    return cells
  }

  /// `Suite/function` of all tests in the folder.
  private static func testsThatExist() throws -> Set<String> {
    let folder = ProjectFolder.root.appending(path: "Tests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    // Swift's regular expressions take seconds for all files.
    let expression = try NSRegularExpression(
      pattern: "^(?:  )?(?:@Suite.* )?struct (\\w+Tests)\\b|^ +(?:@Test.* )?func `([^`]+)`", options: .anchorsMatchLines
    )
    var tests: Set<String> = []
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      // A function belongs to the last structure that was opened before it.
      var suite = ""
      for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        func word(_ group: Int) -> String? {
          Range(match.range(at: group), in: text).map { String(text[$0]) }
        }
        if let name = word(1) { suite = name }
        if let function = word(2) { tests.insert("\(suite)/\(function)") }
      }
    }
    return tests
  }

  @Test func `every cell names a test, and every test that is named exists`() throws {
    let (cells, tests) = (try Self.cells(), try Self.testsThatExist())
    #expect(cells.count > 60 && tests.count > 300)
    for cell in cells where cell.text != "–" {
      #expect(!cell.tests.isEmpty, "no test stands behind \(cell.row), \(cell.column)")
      for name in cell.tests {
        #expect(tests.contains(name), "\(cell.row), \(cell.column): there is no test '\(name)'")
      }
    }
  }

  @Test func `every format and every type of auxiliary image has a row`() throws {
    let rows = Set(try Self.cells().map(\.row))
    for format in PhotoFormat.allCases {
      #expect(rows.contains { $0.hasPrefix(format.name) }, "\(format)")
    }
    for kind in MatteKind.allCases { #expect(rows.contains("\(kind.rawValue) matte"), "\(kind)") }
    for name in ["depth, disparity", "HDR gain map", "of an unknown type"] { #expect(rows.contains(name), "\(name)") }
  }
}
