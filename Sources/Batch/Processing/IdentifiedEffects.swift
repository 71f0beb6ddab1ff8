import FoundationEssentials
import MatteKit
import SystemPackage

/// Effects with their settings, and what identifies them: a resumed batch reuses results of the same effects. A value.
public struct IdentifiedEffects: Sendable {
  /// The effects as named, such as `smooth-skin+hair-color`.
  public let name: String
  let stack: EffectStack
  /// The effects as they were given by name; nil for a stack.
  let preset: EffectPreset?
  private let identifier: String
  private let settings: [String]
  private let onlyFaces: Set<Int>
  private let files: RecipeFiles

  /// Finds effects by name.
  ///
  /// - Parameters:
  ///   - effect: the name of an effect, several with `+` between, or the path of a preset (`.json`).
  ///   - settings: `key=value`; where there are several effects `name.key=value`, or `2.key=value` for the second.
  ///     Later ones override earlier ones.
  ///   - onlyFaces: the faces that effects on faces are limited to, by their index in a photo, from 0; nil for all.
  /// - Throws: `EffectError`, and `PhotoFileError` for a picture that a setting names.
  public init(_ effect: String, settings: [String] = [], onlyFaces: Set<Int>? = nil) throws {
    var preset =
      try effect.hasSuffix(".json")
      ? EffectPreset(contentsOf: URL(filePath: effect)) : EffectPreset(names: effect)
    try preset.set(settings) { file in try EffectValue.Picture(contentsOf: URL(filePath: file)) }
    if let onlyFaces { _ = try preset.limit(to: .only(onlyFaces)) }
    self.init(preset, named: effect, settings: settings, onlyFaces: onlyFaces ?? []) { FilePath(bytes: $0.utf8) }
  }

  /// Identifies effects, which may be your own.
  ///
  /// - Parameters:
  ///   - stack: the effects with their settings, the first applied first.
  ///   - identifier: an identifier of the effects with their settings. Change it whenever results would change.
  public init(_ stack: EffectStack, identifier: String) {
    self.init(
      name: stack.name, stack: stack, preset: nil, identifier: identifier, settings: [], onlyFaces: [],
      files: RecipeFiles { _ in FilePath() })
  }

  /// The effects of a preset, with the arguments of a command line that it was made from.
  ///
  /// - Parameter path: the path that an argument stands for.
  package init(
    _ preset: EffectPreset, named name: String, settings: [String], onlyFaces: Set<Int>,
    path: @escaping @Sendable (String) -> FilePath
  ) {
    self.init(
      name: name, stack: preset.stack, preset: preset, identifier: name, settings: settings, onlyFaces: onlyFaces,
      files: RecipeFiles(path: path))
  }

  private init(
    name: String, stack: EffectStack, preset: EffectPreset?, identifier: String, settings: [String],
    onlyFaces: Set<Int>, files: RecipeFiles
  ) {
    self.name = name
    self.stack = stack
    self.preset = preset
    self.identifier = identifier
    self.settings = settings
    self.onlyFaces = onlyFaces
    self.files = files
  }

  /// The files that the effects are read from.
  var readFiles: [FilePath] { preset == nil ? [] : files.paths(effect: identifier, settings: settings) }

  /// The movie that a setting names as a picture; nil for none.
  var runningPicture: String? { preset?.pictures.first(where: \.isMovie)?.source }

  /// The digest of everything that results depend on besides their inputs.
  ///
  /// - Parameter coding: the options that results depend on, as words.
  func digest(coding: [String], movies: [String]) -> String {
    RecipeDigest(path: files.path).digest(
      effect: identifier, settings: settings,
      coding: coding + onlyFaces.sorted().map { "face \($0)" } + ["movies"] + movies, version: SoftwareVersion.current)
  }
}
