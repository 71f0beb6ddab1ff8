/// The JSON schema of recipes (draft 2020-12), generated from the filters' declarations, for editors and for programs
/// that write recipes. ``Recipe/init(json:)`` checks the same and also that names are known.
package enum RecipeSchema {
  /// The schema as JSON text (JSON Schema, draft 2020-12).
  package static var json: String { json() }

  /// - Parameter filters: a program's own, which come before ours.
  package static func json(filters: [FilterDescription] = []) -> String {
    let steps = (filters + FilterRegistry.all).map { "        \(step($0))" }.joined(separator: ",\n")
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "MatteKit recipe",
        "type": "object",
        "required": ["version", "steps"],
        "additionalProperties": false,
        "properties": {
          "version": {"const": 1},
          "output": {"type": "string", "description": "The name of the step that is the result; the last if left out."},
          "extent": {
            "description": "What of the result is written: the frame of the first input, all of the result, or x, y, width, height.",
            "anyOf": [{"enum": ["photo", "result"]}, {"$ref": "#/$defs/rect"}]
          },
          "steps": {"type": "array", "minItems": 1, "items": {"oneOf": [
      \(steps)
          ]}}
        },
        "$defs": {
          "name": {"type": "string", "description": "A name for the result, for later steps."},
          "image": {"type": "string", "description": "An input, a step, matte:hair, matte:hair@input, or #rrggbb."},
          "color": {"type": "string", "description": "A colour such as #ff8000."},
          "rect": {"type": "array", "items": {"type": ["integer", "string"]}, "minItems": 4, "maxItems": 4},
          "point": {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 2, "maxItems": 2},
          "transform": {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 6, "maxItems": 6},
          "colorSpace": {"enum": [\(FilterValue.colorSpaces.map { quoted($0.name) }.joined(separator: ", "))]},
          "data": {"anyOf": [
            {"type": "array", "items": {"type": "number"}},
            {"type": "object", "properties": {"cube": {"type": "string"}}, "required": ["cube"], "additionalProperties": false}
          ]}
        }
      }

      """
  }

  /// A step with one filter, on one line.
  private static func step(_ filter: FilterDescription) -> String {
    let names = ([filter.name] + [filter.coreImageName].compactMap { $0 }).map(quoted).joined(separator: ", ")
    let parameters =
      ["\"inputImage\": {\"$ref\": \"#/$defs/image\"}"]
      + filter.parameters.flatMap { parameter in
        [parameter.key, parameter.coreImageKey].map { "\(quoted($0)): \(value(parameter))" }
      }
    let required = filter.parameters.filter(\.isRequired).map { parameter in
      "{\"anyOf\": [{\"required\": [\(quoted(parameter.key))]}, {\"required\": [\(quoted(parameter.coreImageKey))]}]}"
    }
    let all = required.isEmpty ? "" : ", \"allOf\": [\(required.joined(separator: ", "))]"
    return "{\"type\": \"object\", \"description\": \(quoted(filter.summary)), "
      + "\"required\": [\"filter\"\(required.isEmpty ? "" : ", \"parameters\"")], \"additionalProperties\": false, "
      + "\"properties\": {\"filter\": {\"enum\": [\(names)]}, \"name\": {\"$ref\": \"#/$defs/name\"}, "
      + "\"input\": {\"$ref\": \"#/$defs/image\"}, \"mask\": {\"$ref\": \"#/$defs/image\"}, "
      + "\"parameters\": {\"type\": \"object\", \"additionalProperties\": false, "
      + "\"properties\": {\(parameters.joined(separator: ", "))}\(all)}}}"
  }

  private static func value(_ parameter: FilterParameter) -> String {
    switch parameter.type {
    case .number:
      let low = parameter.range.flatMap { $0.lowerBound.isFinite ? ", \"minimum\": \($0.lowerBound.plain)" : nil }
      let high = parameter.range.flatMap { $0.upperBound.isFinite ? ", \"maximum\": \($0.upperBound.plain)" : nil }
      return "{\"type\": [\"number\", \"string\"]\(low ?? "")\(high ?? "")}"
    case .boolean: return "{\"type\": \"boolean\"}"
    case .vector:
      let count = parameter.count.map { ", \"minItems\": \($0), \"maxItems\": \($0)" } ?? ""
      return "{\"type\": \"array\", \"items\": {\"type\": [\"number\", \"string\"]}\(count)}"
    case .data: return reference("data")
    case .color: return reference("color")
    case .point: return reference("point")
    case .rect: return reference("rect")
    case .transform: return reference("transform")
    case .colorSpace: return reference("colorSpace")
    case .text: return "{\"type\": \"string\"}"
    case .image: return reference("image")
    }
  }

  private static func reference(_ name: String) -> String { "{\"$ref\": \"#/$defs/\(name)\"}" }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" } + "\""
  }
}
