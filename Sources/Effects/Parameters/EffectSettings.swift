import FilterGraph

/// Settings that were checked against the parameters of one effect.
public struct EffectSettings: Sendable {
  /// The values that were set, by the parameters' names.
  public let values: [String: EffectValue]

  /// No setting: all defaults.
  public init() { values = [:] }

  /// - Throws: ``EffectError`` for a key that the effect does not have, a value of the wrong type or out of range.
  public init(_ values: [String: EffectValue], for effect: any Effect.Type) throws(EffectError) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      let parameter = try effect.parameter(named: key)
      switch (parameter, value) {
      case (.number(let number), .number(let given)):
        guard number.range.contains(given) else {
          throw .outOfRange(key, effect: effect.name, value: given, range: number.range)
        }
      case (.choice(let choice), .choice(let given)) where choice.choices.contains(given): break
      case (.color, .color), (.picture, .picture), (.faces, .faces): break
      default: throw .wrongType(key, effect: effect.name, expected: parameter.typeDescription, got: value.text)
      }
    }
    self.values = values
  }

  /// The number that was set, otherwise the default.
  public subscript(parameter: NumberParameter) -> Double {
    if case .number(let value) = values[parameter.name] { return value }
    return parameter.defaultValue
  }

  /// The colour that was set, otherwise the default.
  public subscript(parameter: ColorParameter) -> Color {
    if case .color(let value) = values[parameter.name] { return value }
    return parameter.defaultValue
  }

  /// The picture that was set, if any.
  public subscript(parameter: PictureParameter) -> EffectValue.Picture? {
    if case .picture(let value) = values[parameter.name] { return value }
    return nil
  }

  /// The word that was set, otherwise the default.
  public subscript<Choice>(parameter: ChoiceParameter<Choice>) -> Choice {
    if case .choice(let value) = values[parameter.name] { return Choice(rawValue: value) ?? parameter.defaultValue }
    return parameter.defaultValue
  }

  /// The selected faces; all by default.
  public subscript(parameter: FacesParameter) -> FaceSelection {
    if case .faces(let value) = values[parameter.name] { return value }
    return .all
  }
}
