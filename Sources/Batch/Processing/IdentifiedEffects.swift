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

  /// The effects of a preset, identified by their names and settings, and by the contents of pictures' files.
  ///
  /// Pictures without a file are not identified: for those, use ``init(_:identifier:)`` with `preset.stack`.
  public init(_ preset: EffectPreset) {
    self.init(preset, named: preset.name, settings: Self.settings(of: preset), onlyFaces: []) {
      FilePath(bytes: $0.utf8)
    }
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

  /// What a preset sets, as `key=value` with the place of the effect.
  private static func settings(of preset: EffectPreset) -> [String] {
    preset.steps.enumerated().flatMap { index, step in
      step.settings.values.sorted { $0.key < $1.key }.compactMap { key, value in
        value.text.map { "\(index + 1).\(key)=\($0)" }
      }
    }
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
