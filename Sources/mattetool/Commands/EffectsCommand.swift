import ArgumentParser
import MatteKit

struct EffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effects", abstract: "List the effects with their settings, ranges and defaults.")

  @Flag(help: "Write one JSON document.") var json = false

  struct Report: Encodable {
    struct Setting: Encodable {
      let name, type, summary: String
      let defaultValue: String?
      let range: [Double]?
      let unit: String?
    }

    struct Entry: Encodable {
      let name, summary: String
      let mattes: [String]
      let settings: [Setting]
    }

    let effects: [Entry]
  }

  func run() throws {
    try Failure.reporting {
      let report = Report(effects: EffectRegistry.all.map(Self.entry))
      guard !json else { return try Console.print(json: report) }
      for effect in report.effects {
        Console.print("\(effect.name)\n    \(effect.summary)\n    through: \(effect.mattes.joined(separator: ", "))")
        for setting in effect.settings {
          let bounds = setting.range.map { " \($0[0])...\($0[1])" } ?? ""
          let unit = setting.unit.map { " \($0)" } ?? ""
          let value = setting.defaultValue.map { ", default \($0)" } ?? ""
          Console.print("    --set \(setting.name)=<\(setting.type)\(bounds)\(unit)\(value)>  \(setting.summary)")
        }
      }
    }
  }

  private static func entry(for effect: any Effect.Type) -> Report.Entry {
    Report.Entry(
      name: effect.name, summary: effect.summary, mattes: effect.mattes.map(\.rawValue).sorted(),
      settings: effect.parameters.map { parameter in
        switch parameter {
        case .number(let number):
          .init(
            name: number.name, type: "number", summary: number.summary, defaultValue: "\(number.defaultValue)",
            range: [number.range.lowerBound, number.range.upperBound], unit: number.unit.isEmpty ? nil : number.unit)
        case .color(let color):
          .init(
            name: color.name, type: "color", summary: color.summary, defaultValue: "\(color.defaultValue)", range: nil,
            unit: nil)
        case .picture(let picture):
          .init(
            name: picture.name, type: "file", summary: picture.summary, defaultValue: nil, range: nil, unit: nil)
        }
      })
  }
}
