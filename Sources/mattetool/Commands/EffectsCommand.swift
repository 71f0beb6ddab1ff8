import ArgumentParser
import MatteKit

struct EffectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effects", abstract: "List the effects with their settings, ranges and defaults.",
    discussion: """
      --as-json writes the named effects with all their settings as a preset. Edit it and pass it to apply-effect in place \
      of a name.

      Examples:
        mattetool effects hair-color
        mattetool effects smooth-skin+hair-color --as-json >look.json
      """)

  @Argument(help: "An effect's name, several names joined by +, or a preset file (.json) (default: all effects).")
  var effect: String?
  @OptionGroup var options: EffectOptions
  @Flag(help: "Write the effects with their settings as a preset (JSON).") var asJson = false
  @Flag(help: "Write the list as a JSON document.") var json = false
  @Flag(help: "Write the JSON Schema of presets.") var schema = false
  @Flag(help: "Write the reference of all effects as Markdown.") var markdown = false

  struct Report: Encodable {
    struct Setting: Encodable {
      let name, type, summary: String
      let defaultValue: String?
      let range: [Double]?
      let unit: String?
      let choices: [String]?
    }

    struct Entry: Encodable {
      let name, summary, requires: String
      let mattes: [String]
      let settings: [Setting]
    }

    let effects: [Entry]
  }

  func validate() throws {
    let forms = [asJson, json, schema, markdown].count { $0 }
    guard forms <= 1 else { throw ValidationError("--as-json, --json, --schema and --markdown exclude each other") }
    if asJson, effect == nil { throw ValidationError("--as-json needs the name of an effect") }
    if schema || markdown, effect != nil { throw ValidationError("--schema and --markdown write all effects") }
    if !asJson, !options.settings.isEmpty || !options.onlyFace.isEmpty {
      throw ValidationError("--set and --only-face require --as-json")
    }
  }

  func run() throws {
    try Failure.reporting {
      if schema { return Console.print(exactly: String(EffectPresetSchema.json.dropLast())) }
      if markdown { return Console.print(lines: String(EffectReference.markdown.dropLast())) }
      let preset = try effect.map { try options.preset($0) }
      if asJson, let preset { return Console.print(exactly: String(preset.json(withDefaults: true).dropLast())) }
      let effects = preset?.steps.map(\.effect) ?? EffectRegistry.all
      guard !json else { return try Console.print(json: Report(effects: effects.map(Self.entry))) }
      for effect in effects { Self.print(effect) }
    }
  }

  private static func print(_ effect: any Effect.Type) {
    Console.print(lines: "\(effect.name)\n    \(effect.summary)\n    needs: \(EffectReference.needs(of: effect))")
    for parameter in effect.parameters {
      let value = parameter.defaultText.map { "; \($0) if not given" } ?? ""
      Console.print("    --set \(parameter.name)=<\(parameter.typeDescription)\(value)>  \(parameter.summary)")
    }
  }

  private static func entry(for effect: any Effect.Type) -> Report.Entry {
    Report.Entry(
      name: effect.name, summary: effect.summary, requires: effect.requirement.rawValue,
      mattes: effect.mattes.map(\.rawValue).sorted(),
      settings: effect.parameters.map { parameter in
        var (range, unit, choices): ([Double]?, String?, [String]?)
        switch parameter {
        case .number(let number):
          range = [number.range.lowerBound, number.range.upperBound]
          unit = number.unit.isEmpty ? nil : number.unit
        case .choice(let choice): choices = choice.choices
        case .color, .picture, .faces: break
        }
        return .init(
          name: parameter.name, type: parameter.typeName, summary: parameter.summary,
          defaultValue: parameter.defaultText, range: range, unit: unit, choices: choices)
      })
  }
}
