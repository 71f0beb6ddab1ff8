/// A setting that is one of several words.
public struct ChoiceParameter<Choice>: Sendable
where Choice: RawRepresentable<String> & CaseIterable & Sendable {
  /// The name of the setting, as in `--set name=value`.
  public let name: String
  /// The value where none is set.
  public let defaultValue: Choice
  /// The setting's description, in one line.
  public let summary: String

  /// Declares the setting, once, in the effect's own file.
  public init(_ name: String, default value: Choice, _ summary: String) {
    self.name = name
    defaultValue = value
    self.summary = summary
  }

  /// The setting without the type of its choices, for lists of parameters.
  public var erased: AnyChoiceParameter {
    AnyChoiceParameter(
      name: name, defaultValue: defaultValue.rawValue, choices: Choice.allCases.map(\.rawValue), summary: summary)
  }
}
