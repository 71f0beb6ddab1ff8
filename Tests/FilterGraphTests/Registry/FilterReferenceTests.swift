import FoundationEssentials
import Support
import Testing

@testable import FilterGraph

@Suite struct FilterReferenceTests {
  @Test func `the reference in the documentation follows the filters' declarations`() throws {
    #expect(try GeneratedFile("Documentation/Filters.md").staleness(FilterReference.markdown) == nil)
  }

  @Test func `the schema of recipes follows the filters' declarations, and is JSON`() throws {
    #expect(try GeneratedFile("Documentation/recipe.schema.json").staleness(RecipeSchema.json) == nil)
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
