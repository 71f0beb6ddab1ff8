import FoundationEssentials
import Support
import Testing

@testable import FilterGraph

/// Checks the documentation comments of the filters and their properties against the filters' declarations. With
/// `MATTEKIT_WRITE_GOLDENS=1` the test writes them.
@Suite struct FilterPropertyDocumentationTests {
  @Test func `every property that holds a parameter is documented as declared`() throws {
    let folder = ProjectFolder.root.appending(path: "Sources/FilterGraph/Filters")
    var documented = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
      let file = folder.appending(path: name)
      let source = try String(decoding: Data(contentsOf: file), as: UTF8.self)
      for filter in FilterRegistry.all where source.contains("\"\(filter.name)\", coreImageName:") {
        // One property holds a parameter of several filters.
        if source.contains(": FilterFamily {") {
          #expect(filter.parameters.allSatisfy { source.contains("public var \($0.key):") })
          documented += filter.parameters.count
          continue
        }
        var comments = filter.parameters.map { ("public var \($0.key):", $0.documentation) }
        comments.append(("public struct ", "\(filter.law)\n\(filter.sourceSentence)"))
        let (found, stale) = try DocumentationComment.check(file, Dictionary(uniqueKeysWithValues: comments))
        #expect(found.count == filter.parameters.count + 1, "\(name)")
        #expect(stale.isEmpty, "\(name)")
        documented += found.count - 1
      }
    }
    #expect(documented == FilterRegistry.all.reduce(0) { $0 + $1.parameters.count })
  }
}
