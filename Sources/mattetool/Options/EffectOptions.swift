import ArgumentParser
import FoundationEssentials
import MatteKit

/// The settings of effects, for all commands that apply effects.
struct EffectOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "A setting of the effect; with several effects name.key=value, or 2.key=value for the second; repeatable.",
      valueName: "key=value"), completion: .setting)
  var settings: [String] = []
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Limit effects on faces to one face: the index that `mattetool faces` lists, or in a movie the ID that `mattetool \
      track` lists; repeatable.
      """, valueName: "index|id"))
  var onlyFace: [Int] = []

  func validate() throws {
    if let index = onlyFace.first(where: { $0 < 0 }) {
      throw RefusedValue.error("--only-face", takes: "the index of a face, from 0", not: index)
    }
  }

  /// The effects that an argument names, with these settings: an effect, several joined by `+`, or a preset file
  /// (`.json`).
  ///
  /// - Parameter allowsMovies: whether a picture of a setting may be a movie, as for effects on movies.
  func preset(_ argument: String, allowsMovies: Bool = false) throws -> EffectPreset {
    var preset = try SettingArguments.preset(argument, settings, allowsMovies: allowsMovies) { file in
      guard !allowsMovies || MediaInput.isPhoto(file) else {
        return try EffectValue.Picture(movie: URL(filePath: file))
      }
      return try EffectValue.Picture(contentsOf: URL(filePath: file))
    }
    if !onlyFace.isEmpty, try !preset.limit(to: .only(Set(onlyFace))) {
      throw ValidationError("--only-face: \(preset.name) does not work on faces")
    }
    return preset
  }
}
