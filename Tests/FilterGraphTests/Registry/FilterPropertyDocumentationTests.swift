import FoundationEssentials
import Support
import Testing

@testable import FilterGraph

/// Checks the documentation comments of the filters' properties against the filters' declarations. With
/// `MATTEKIT_WRITE_GOLDENS=1` the test writes them.
@Suite struct FilterPropertyDocumentationTests {
  private let folder = ProjectFolder.root.appending(path: "Sources/FilterGraph/Filters")

  @Test func `every property that holds a parameter is documented as declared`() throws {
    var documented = 0
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for name in files where name.hasSuffix(".swift") {
      let file = folder.appending(path: name)
      let source = try String(decoding: Data(contentsOf: file), as: UTF8.self)
      var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for filter in FilterRegistry.all where source.contains("\"\(filter.name)\", coreImageName:") {
        for parameter in filter.parameters {
          let index = try #require(
            lines.firstIndex { $0.hasPrefix("  public var \(parameter.key):") }, "\(name): \(parameter.key)")
          documented += 1
          let start = lines[..<index].lastIndex { !$0.hasPrefix("  ///") }.map { $0 + 1 } ?? index
          let wanted = FilterPropertyDocumentationTests.comment(parameter.documentation)
          if ProcessInfo.processInfo.environment["MATTEKIT_WRITE_GOLDENS"] == "1" {
            lines.replaceSubrange(start..<index, with: wanted)
          } else {
            #expect(Array(lines[start..<index]) == wanted, "\(name): \(parameter.key)")
          }
        }
      }
      let written = lines.joined(separator: "\n")
      if written != source { try Data(written.utf8).write(to: file) }
    }
    #expect(documented >= 240)
  }

  /// A text as lines of a documentation comment, 120 columns wide at most.
  private static func comment(_ text: String) -> [String] {
    var lines = ["  ///"]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + 1 + word.count > 120 { lines.append("  ///") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines
  }
}
