extension EffectPreset {
  /// The preset as a file: the effects in order, each with its set values; with `defaults` with all its settings, as a
  /// template. The same preset gives the same text. Pictures without a file are omitted.
  public func json(withDefaults defaults: Bool = false) -> String {
    let effects = steps.map { step in
      let settings = step.effect.parameters.compactMap { parameter -> String? in
        let value = step.settings.values[parameter.name]
        guard let text = value?.text ?? (defaults && value == nil ? parameter.defaultText : nil) else { return nil }
        return "\(Self.quoted(parameter.name)): \(parameter.json(text))"
      }
      let members =
        settings.isEmpty ? "{}" : "{\n\(settings.map { "        " + $0 }.joined(separator: ",\n"))\n      }"
      return """
            {
              "effect": \(Self.quoted(step.effect.name)),
              "settings": \(members)
            }
        """
    }
    return """
      {
        "version": 1,
        "effects": [
      \(effects.joined(separator: ",\n"))
        ]
      }

      """
  }

  /// A text as JSON writes it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension EffectParameter {
  /// A value's text as written in a preset.
  fileprivate func json(_ text: String) -> String {
    switch self {
    case .number: text
    case .faces where text != "all": "[\(text.split(separator: ",").joined(separator: ", "))]"
    default: EffectPreset.quoted(text)
    }
  }
}
