import Support
import Testing

/// The code of the article on ObjectStorage compiles.
@Suite struct ObjectStorageArticleTests {
  @Test func `every Swift example is compiled with the tests`() throws {
    let examples = try DocumentationExamples.compare(
      "Sources/ObjectStorage/ObjectStorage.docc/ObjectStorage.md",
      with: "Tests/ObjectStorageTests/ObjectStorageSnippets.swift")
    #expect(examples.all.count == 1)
    for missing in examples.missing { Issue.record("not in ObjectStorageSnippets.swift:\n\(missing)") }
  }
}
