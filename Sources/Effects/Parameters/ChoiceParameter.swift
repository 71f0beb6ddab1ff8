/// A setting that is one of several words.
public struct ChoiceParameter<Choice>: Sendable
where Choice: RawRepresentable<String> & CaseIterable & Sendable {
  public let name: String
  public let defaultValue: Choice
  public let summary: String

  public init(_ name: String, default value: Choice, _ summary: String) {
    self.name = name
    defaultValue = value
    self.summary = summary
  }

  /// The same without its type, for lists of parameters.
  public var erased: AnyChoiceParameter {
    AnyChoiceParameter(
      name: name, defaultValue: defaultValue.rawValue, choices: Choice.allCases.map(\.rawValue), summary: summary)
  }
}

/// A ``ChoiceParameter`` whose words are plain texts.
public struct AnyChoiceParameter: Sendable, Hashable {
  public let name: String
  public let defaultValue: String
  public let choices: [String]
  public let summary: String
}
