import ArgumentParser
import FoundationEssentials
import MatteKit

/// Which effects are applied, and how they are set, for all commands that apply any.
struct EffectOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "A setting of the effect; name.key=value, or 2.key=value for the second, where there are several.",
      valueName: "key=value"))
  var settings: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Effects on faces do only those of these numbers, as `mattetool faces` lists them; may be given more than once.",
      valueName: "index"))
  var onlyFace: [Int] = []

  func validate() throws {
    guard onlyFace.allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("--only-face takes the number of a face, from 0")
    }
  }

  /// What an argument names, with these settings: an effect, several with `+` between, or a preset file (`.json`).
  func preset(_ argument: String) throws -> EffectPreset {
    var preset: EffectPreset
    if argument.hasSuffix(".json") {
      preset = try EffectPreset(contentsOf: URL(filePath: argument))
    } else {
      preset = try EffectPreset(names: argument)
    }
    try preset.set(settings) { file in try EffectValue.Picture(contentsOf: URL(filePath: file)) }
    if !onlyFace.isEmpty, try !preset.limit(to: .only(Set(onlyFace))) {
      throw ValidationError("--only-face: \(preset.name) works on no faces")
    }
    return preset
  }
}
