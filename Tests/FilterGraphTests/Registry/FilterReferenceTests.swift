import FoundationEssentials
import Support
import Testing

@testable import FilterGraph

@Suite struct FilterReferenceTests {
  @Test func `the reference in the documentation is what the filters say of themselves`() throws {
    let file = ProjectFolder.root.appending(path: "Documentation/Filters.md")
    if ProcessInfo.processInfo.environment["MATTEKIT_WRITE_GOLDENS"] == "1" {
      try Data(FilterReference.markdown.utf8).write(to: file)
    }
    let written = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    // After a change: mattetool filters --markdown > Documentation/Filters.md
    let isFresh = written == FilterReference.markdown
    #expect(isFresh)
  }

  @Test func `the schema of recipes is what the filters say of themselves, and JSON`() throws {
    let file = ProjectFolder.root.appending(path: "Documentation/recipe.schema.json")
    if ProcessInfo.processInfo.environment["MATTEKIT_WRITE_GOLDENS"] == "1" {
      try Data(RecipeSchema.json.utf8).write(to: file)
    }
    // After a change: mattetool filters --schema > Documentation/recipe.schema.json
    let isFresh = try String(decoding: Data(contentsOf: file), as: UTF8.self) == RecipeSchema.json
    #expect(isFresh)
    guard case .object(let members) = try JSONValue.parse(Array(RecipeSchema.json.utf8)),
      case .object(let properties)? = members["properties"], case .object(let steps)? = properties["steps"],
      case .object(let items)? = steps["items"], case .array(let kinds)? = items["oneOf"]
    else {
      Issue.record("not the shape of a schema")
      return
    }
    #expect(kinds.count == FilterRegistry.all.count)
  }

  @Test func `the page of one filter names all of its parameters, and its step can be used`() throws {
    for filter in FilterRegistry.all {
      let page = FilterPage(filter)
      #expect(page.text.hasPrefix(page.line))
      for parameter in filter.parameters {
        #expect(page.text.contains("  \(parameter.key) (\(parameter.coreImageKey)): "))
      }
      guard let step = page.exampleStep else { continue }
      #expect(page.text.contains(step))
      let json = "{\"version\": 1, \"steps\": [\(step)]}"
      #expect(throws: Never.self, "\(json)") { try Recipe(json: Array(json.utf8)) }
    }
  }

  @Test func `every filter and every parameter is in it`() {
    let text = FilterReference.markdown
    for filter in FilterRegistry.all {
      #expect(text.contains("### \(filter.name)"))
      for parameter in filter.parameters { #expect(text.contains("`\(parameter.coreImageKey)`")) }
    }
  }
}
