import FoundationEssentials

/// A JSON document in its original order, so that errors can state their path.
package enum JSONValue: Decodable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// - Throws: ``RecipeError`` at `$` for invalid JSON, with the line and the column.
  package static func parse(_ bytes: [UInt8]) throws(RecipeError) -> JSONValue {
    do throws(JSONSyntax.Mistake) {
      try JSONSyntax.check(bytes)
    } catch {
      throw RecipeError(path: "$", reason: "this is not a JSON document: \(error)")
    }
    do {
      return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      throw RecipeError(path: "$", reason: "this is not a JSON document")
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The type of the value in words, for messages.
  package var words: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "\(value.plain)"
    case .text(let value): "\"\(value)\""
    case .array(let values): numbers.map { "[\($0)]" } ?? "a list of \(values.count)"
    case .object: "an object"
    }
  }

  /// The elements of a short array of numbers only.
  private var numbers: String? {
    guard case .array(let values) = self, (1...10).contains(values.count) else { return nil }
    let numbers = values.compactMap { if case .number(let number) = $0 { number.plain } else { nil } }
    return numbers.count == values.count ? numbers.joined(separator: ", ") : nil
  }

  /// The members of an object with a fixed set of keys.
  package func members(at path: String, allowing keys: [String]) throws(RecipeError) -> [String: JSONValue] {
    guard case .object(let members) = self else {
      throw RecipeError(path: path, reason: "this must be an object, not \(words)")
    }
    for key in members.keys.sorted() where !keys.contains(key) {
      let near = key.nearest(in: keys).map { "\"\($0)\"" }.joined(separator: " or ")
      throw RecipeError(
        path: "\(path).\(key)",
        reason: "there is no such key here; "
          + (near.isEmpty ? "there are \(keys.joined(separator: ", "))" : "did you mean \(near)?"))
    }
    return members
  }

  /// The members of a document of version 1, the only version; with a fixed set of keys.
  package func documentMembers(allowing keys: [String]) throws(RecipeError) -> [String: JSONValue] {
    let members = try members(at: "$", allowing: keys)
    guard case .number(1)? = members["version"] else {
      throw RecipeError(path: "$.version", reason: "this must be 1, not \(members["version"]?.words ?? "left out")")
    }
    return members
  }

  package func string(at path: String) throws(RecipeError) -> String {
    guard case .text(let text) = self else {
      throw RecipeError(path: path, reason: "this must be a text, not \(words)")
    }
    return text
  }
}
