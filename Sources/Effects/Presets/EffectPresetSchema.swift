/// The JSON Schema of presets (draft 2020-12), generated from the effects' declarations.
package enum EffectPresetSchema {
  /// The schema as JSON text (JSON Schema, draft 2020-12).
  package static var json: String {
    let effects = EffectRegistry.all.map { effect in
      """
                {
                  "type": "object",
                  "description": \(EffectPreset.quoted(effect.summary)),
                  "properties": {
                    "effect": {"const": \(EffectPreset.quoted(effect.name))},
                    "settings": {
                      "type": "object",
                      "properties": {
      \(effect.parameters.map { "                    " + property(for: $0) }.joined(separator: ",\n"))
                      },
                      "additionalProperties": false
                    }
                  },
                  "required": ["effect"],
                  "additionalProperties": false
                }
      """
    }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Preset of effects",
        "type": "object",
        "properties": {
          "$schema": {"type": "string"},
          "version": {"const": 1},
          "effects": {
            "type": "array",
            "minItems": 1,
            "items": {
              "oneOf": [
      \(effects.joined(separator: ",\n"))
              ]
            }
          }
        },
        "required": ["version", "effects"],
        "additionalProperties": false
      }

      """
  }

  private static func property(for parameter: EffectParameter) -> String {
    let type: String
    switch parameter {
    case .number(let number):
      type =
        "\"type\": \"number\", \"minimum\": \(number.range.lowerBound.plain), "
        + "\"maximum\": \(number.range.upperBound.plain), \"default\": \(number.defaultValue.plain)"
    case .color(let color): type = "\"type\": \"string\", \"default\": \"\(color.defaultValue)\""
    case .picture: type = "\"type\": \"string\""
    case .choice(let choice):
      type =
        "\"enum\": [\(choice.choices.map(EffectPreset.quoted).joined(separator: ", "))], "
        + "\"default\": \"\(choice.defaultValue)\""
    case .faces:
      type =
        "\"anyOf\": [{\"const\": \"all\"}, {\"type\": \"array\", \"items\": {\"type\": \"integer\", \"minimum\": 0}}], "
        + "\"default\": \"all\""
    }
    return
      "\(EffectPreset.quoted(parameter.name)): {\(type), \"description\": \(EffectPreset.quoted(parameter.summary))}"
  }
}
