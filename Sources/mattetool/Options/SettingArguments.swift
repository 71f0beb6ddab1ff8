import FoundationEssentials
import MatteKit

/// Settings of effects as the command line and jobs of a worker write them: `key=value`; where there are several effects
/// `name.key=value`, or `2.key=value` for the second. Later ones override earlier ones.
enum SettingArguments {
  /// An argument that is not of the form `key=value`.
  struct Malformed: Error, Hashable, CustomStringConvertible {
    let argument: String

    var description: String { "a setting is written key=value, not '\(argument)'" }
  }

  /// The effects that an argument names, with settings: an effect, several joined by `+`, or a preset file (`.json`).
  ///
  /// - Parameters:
  ///   - allowsMovies: whether a picture that the preset file names may be a movie.
  ///   - picture: reads a picture that a setting names.
  /// - Throws: ``Malformed``, `EffectError`, and the errors of `picture`.
  static func preset(
    _ argument: String, _ settings: [String], allowsMovies: Bool = false, picture: EffectPictureReader
  ) throws -> EffectPreset {
    var preset =
      argument.hasSuffix(".json")
      ? try EffectPreset(contentsOf: URL(filePath: argument), allowsMovies: allowsMovies)
      : try EffectPreset(named: argument)
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw Malformed(argument: setting) }
      try preset.set(text: parts[1], for: parts[0], picture: picture)
    }
    return preset
  }
}
