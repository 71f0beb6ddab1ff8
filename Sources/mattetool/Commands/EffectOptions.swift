import ArgumentParser
import FoundationEssentials
import MatteKit

/// The settings of effects, for all commands that apply effects.
struct EffectOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "A setting of the effect; with several effects name.key=value, or 2.key=value for the second.",
      valueName: "key=value"))
  var settings: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Limit effects on faces to the face of this index, as `mattetool faces` lists them; repeatable.",
      valueName: "index"))
  var onlyFace: [Int] = []

  func validate() throws {
    guard onlyFace.allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("--only-face takes the index of a face, from 0")
    }
  }

  /// The effects that an argument names, with these settings: an effect, several joined by `+`, or a preset file (`.json`).
  func preset(_ argument: String) throws -> EffectPreset {
    var preset: EffectPreset
    if argument.hasSuffix(".json") {
      preset = try EffectPreset(contentsOf: URL(filePath: argument))
    } else {
      preset = try EffectPreset(names: argument)
    }
    try preset.set(settings) { file in try EffectValue.Picture(contentsOf: URL(filePath: file)) }
    if !onlyFace.isEmpty, try !preset.limit(to: .only(Set(onlyFace))) {
      throw ValidationError("--only-face: \(preset.name) does not work on faces")
    }
    return preset
  }
}
