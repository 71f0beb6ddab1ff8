import ArgumentParser
import MatteKit

struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters", abstract: "List the filters of the graph with their parameters, ranges and defaults.",
    discussion: "Filters have Core Image's names and parameters where Core Image has them; both names are understood.")

  @Argument(help: "One filter, by our name or Core Image's (CIGammaAdjust); all if none is given.") var name: String?
  @Flag(help: "Write one JSON document.") var json = false

  struct Report: Encodable {
    struct Parameter: Encodable {
      let key, coreImageKey, type, unit, help: String
      let range: [Double]?
      let defaultValue: String?
    }

    struct Entry: Encodable {
      let name: String
      let coreImageName: String?
      let category, summary: String
      let parameters: [Parameter]
    }

    let filters: [Entry]
  }

  func run() throws {
    try Failure.reporting {
      let filters = try name.map { [try FilterRegistry.filter(named: $0)] } ?? FilterRegistry.all
      let report = Report(filters: filters.map(Self.entry))
      guard !json else { return try Console.print(json: report) }
      for filter in report.filters {
        Console.print("\(filter.name)\(filter.coreImageName.map { " (\($0))" } ?? ""): \(filter.summary)")
        for parameter in filter.parameters {
          let bounds = parameter.range.map { " \($0[0])...\($0[1])" } ?? ""
          let unit = parameter.unit == "scalar" ? "" : " \(parameter.unit)"
          let value = parameter.defaultValue.map { ", default \($0)" } ?? ", required"
          Console.print("    \(parameter.key): \(parameter.type)\(bounds)\(unit)\(value). \(parameter.help)")
        }
      }
    }
  }

  private static func entry(for filter: FilterDescription) -> Report.Entry {
    Report.Entry(
      name: filter.name, coreImageName: filter.coreImageName, category: filter.category.rawValue,
      summary: filter.summary,
      parameters: filter.parameters.map { parameter in
        .init(
          key: parameter.key, coreImageKey: parameter.coreImageKey, type: parameter.type.rawValue,
          unit: parameter.unit.rawValue, help: parameter.help,
          range: parameter.range.map { [$0.lowerBound, $0.upperBound] },
          defaultValue: parameter.defaultValue?.plainText)
      })
  }
}

extension FilterValue {
  /// As it would be written on a command line.
  fileprivate var plainText: String? {
    switch self {
    case .number(let number): "\(number)"
    case .vector(let numbers): numbers.map { "\($0)" }.joined(separator: " ")
    case .color(let color): "\(color)"
    case .point(let point): "\(point.x) \(point.y)"
    case .rect(let rect): "\(rect.x) \(rect.y) \(rect.width) \(rect.height)"
    case .transform(let map): "\(map.a) \(map.b) \(map.c) \(map.d) \(map.tx) \(map.ty)"
    case .image: nil
    }
  }
}
