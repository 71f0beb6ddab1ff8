import Imaging

/// The steps of a filter that a recipe defines, with `$key` in the places of its parameters' values.
struct RecipeStepTemplate: Sendable {
  private let steps: JSONValue

  init(_ steps: JSONValue) { self.steps = steps }

  /// Whether a step uses the parameter with a key.
  func mentions(_ key: String) -> Bool { steps.texts.contains { $0.mentions(key) } }

  /// The steps with values substituted for the parameters.
  func filled(with values: [String: FilterValue]) -> JSONValue { steps.replacing(values) }
}

extension String {
  /// Whether the text holds `$key`.
  fileprivate func mentions(_ key: String) -> Bool { replacing(key, with: "") != self }

  /// The string with each `$key` replaced, except as a part of `$key.width` or `$keyhole`.
  fileprivate func replacing(_ key: String, with word: String) -> String {
    var result = ""
    var rest = self[...]
    while let place = rest.firstRange(of: "$" + key) {
      let next = rest[place.upperBound...].first
      let isWhole = next.map { !$0.isLetter && !$0.isNumber && $0 != "." } ?? true
      result += rest[..<place.lowerBound] + (isWhole ? word : String(rest[place]))
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

extension JSONValue {
  /// All strings in the value.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    default: []
    }
  }

  /// The value with the parameters' values substituted for `"$key"`, and their numbers in expressions.
  fileprivate func replacing(_ values: [String: FilterValue]) -> JSONValue {
    switch self {
    case .text(let given):
      if given.first == "$", let value = values[String(given.dropFirst())] {
        return JSONValue(value, named: String(given.dropFirst()))
      }
      var text = given
      for (key, value) in values.sorted(by: { $0.key.count > $1.key.count }) {
        if case .number(let number) = value { text = text.replacing(key, with: "(\(number.plain))") }
      }
      // An expression without images is a number.
      if text != given, !text.contains("$"), let number = try? SizeExpression(text, at: "").value([:], at: "") {
        return .number(number)
      }
      return .text(text)
    case .array(let list): return .array(list.map { $0.replacing(values) })
    case .object(let members): return .object(members.mapValues { $0.replacing(values) })
    default: return self
    }
  }

  /// A parameter's value as a recipe writes it; an image by its name.
  private init(_ value: FilterValue, named key: String) {
    switch value {
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .boolean(flag)
    case .text(let text): self = .text(text)
    case .color(let color):
      // As a string, which can also denote an image; as numbers if the string would round them.
      let isRounded = Color(css: color.description) != color
      self =
        isRounded
        ? .array([color.red, color.green, color.blue, color.alpha].map(JSONValue.number)) : .text(color.description)
    case .point(let point): self = .array([.number(point.x), .number(point.y)])
    case .rect(let rect): self = .array([rect.x, rect.y, rect.width, rect.height].map { .number(Double($0)) })
    default: self = .text(key)
    }
  }
}
