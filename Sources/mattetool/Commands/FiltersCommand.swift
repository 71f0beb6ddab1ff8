import ArgumentParser
import MatteKit

struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters", abstract: "List the filters with their parameters, ranges and defaults.",
    discussion: """
      Filters have Core Image's names and parameters where it has them; both spellings are accepted. --filters adds filters \
      of your own to the list and to the schema; `mattetool render --help` says how to write one.

      Examples:
        mattetool filters gaussianBlur
        mattetool filters --schema >recipe.schema.json
      """)

  @Argument(help: "A filter, by MatteKit's or Core Image's name (CIGammaAdjust) (default: all filters).") var name:
    String?
  @OptionGroup var ownFilters: CustomFiltersOption
  @Flag(help: "Write a JSON document.") var json = false
  @Flag(help: "Write the reference of all filters as Markdown.") var markdown = false
  @Flag(help: "Write the JSON Schema of the recipes of `mattetool render`.") var schema = false

  struct Report: Encodable {
    struct Parameter: Encodable {
      let key, coreImageKey, type, unit, help: String
      let minimum, maximum: Double?
      let count: Int?
      let required: Bool
      let defaultValue: String?
    }

    struct Entry: Encodable {
      let name: String
      let coreImageName: String?
      let category, summary: String
      let highDynamicRange: Bool
      let parameters: [Parameter]
    }

    let filters: [Entry]
  }

  func validate() throws {
    if markdown || schema, json || name != nil || markdown && schema || markdown && !ownFilters.places.isEmpty {
      throw ValidationError("--markdown and --schema write all filters and exclude other options")
    }
  }

  func run() throws {
    try Failure.reporting {
      let own = try ownFilters.filters()
      if schema { return Console.print(exactly: String(RecipeSchema.json(filters: own).dropLast())) }
      if markdown { return Console.print(lines: String(FilterReference.markdown.dropLast())) }
      let filters = try name.map { [try FilterRegistry.filter(named: $0, filters: own)] } ?? own + FilterRegistry.all
      if json { return try Console.print(json: Report(filters: filters.map(Self.entry))) }
      if name != nil { return filters.forEach { Console.print(lines: FilterPage($0).text) } }
      for category in FilterCategory.allCases {
        Console.print("\(category.title):")
        for filter in filters where filter.category == category { Console.print("  \(FilterPage(filter).line)") }
        Console.print("")
      }
      Console.print("The parameters of one: mattetool filters NAME")
    }
  }

  private static func entry(for filter: FilterDescription) -> Report.Entry {
    Report.Entry(
      name: filter.name, coreImageName: filter.coreImageName, category: filter.category.rawValue,
      summary: filter.summary, highDynamicRange: filter.isHighDynamicRange,
      parameters: filter.parameters.map { parameter in
        // An open end of a range is omitted: JSON has no infinity.
        .init(
          key: parameter.key, coreImageKey: parameter.coreImageKey, type: parameter.type.rawValue,
          unit: parameter.unit.rawValue, help: parameter.help,
          minimum: parameter.range.map(\.lowerBound).flatMap { $0.isFinite ? $0 : nil },
          maximum: parameter.range.map(\.upperBound).flatMap { $0.isFinite ? $0 : nil }, count: parameter.count,
          required: parameter.isRequired, defaultValue: parameter.defaultValue?.plainText ?? parameter.contextualDefault
        )
      })
  }
}
