/// A ``ChoiceParameter`` whose words are plain texts.
public struct AnyChoiceParameter: Sendable, Hashable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The value where none is set.
  public let defaultValue: String
  /// The words that are accepted.
  public let choices: [String]
  /// The setting's description, in one line.
  public let summary: String
}
