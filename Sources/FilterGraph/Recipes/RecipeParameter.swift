/// A parameter's value as a recipe gives it.
enum RecipeParameter: Sendable {
  case value(FilterValue)
  case image(RecipeImage)
  /// Numbers computed from the sizes of images.
  case sizes([SizeExpression], for: FilterParameter)
  /// The name of a .cube file.
  case cubeFile(String)

  init(_ value: JSONValue, for parameter: FilterParameter, at path: String) throws(RecipeError) {
    func refuse() -> RecipeError {
      RecipeError(path: path, reason: "this must be \(parameter.type.example), not \(value.words)")
    }
    switch (parameter.type, value) {
    case (.image, _): self = .image(try RecipeImage(value, at: path))
    case (.data, .object):
      let members = try value.members(at: path, allowing: ["cube"])
      guard let file = members["cube"] else { throw refuse() }
      self = .cubeFile(try file.string(at: "\(path).cube"))
    case (.number, .text(let text)) where text.contains("$"):
      self = .sizes([try SizeExpression(text, at: path)], for: parameter)
    case (.number, .number(let number)):
      try RecipeParameter.check(number, for: parameter, at: path)
      self = .value(.number(number))
    case (.boolean, .boolean(let flag)): self = .value(.boolean(flag))
    case (.text, .text(let text)): self = .value(.text(text))
    case (.color, .text(let text)), (.colorSpace, .text(let text)):
      guard let value = FilterValue(text, as: parameter.type) else { throw refuse() }
      self = .value(value)
    case (.number, .array): throw refuse()
    case (_, .array(let list)) where list.contains { if case .text = $0 { true } else { false } }:
      self = .sizes(try RecipeParameter.expressions(list, at: path), for: parameter)
    case (_, .array(let list)):
      let numbers = try RecipeParameter.numbers(list, for: parameter, at: path)
      guard let value = FilterValue(numbers: numbers, as: parameter.type) else { throw refuse() }
      self = .value(value)
    default: throw refuse()
    }
  }
}

extension RecipeParameter {
  /// The numbers of a list, of the count that the parameter takes.
  fileprivate static func numbers(
    _ list: [JSONValue], for parameter: FilterParameter, at path: String
  ) throws(RecipeError) -> [Double] {
    var numbers: [Double] = []
    for (index, element) in list.enumerated() {
      guard case .number(let number) = element else {
        throw RecipeError(path: "\(path)[\(index)]", reason: "this must be a number, not \(element.words)")
      }
      numbers.append(number)
    }
    if let count = parameter.count, numbers.count != count {
      throw RecipeError(path: path, reason: "this must be a list of \(count) numbers, not of \(numbers.count)")
    }
    if parameter.type == .rect, numbers.count == 4, let size = numbers[2...].first(where: { $0 < 0 }) {
      throw RecipeError(
        path: path, reason: "the width and the height of a rectangle are not negative; \(size.plain) is")
    }
    return numbers
  }

  fileprivate static func expressions(_ list: [JSONValue], at path: String) throws(RecipeError) -> [SizeExpression] {
    var expressions: [SizeExpression] = []
    for (index, element) in list.enumerated() {
      switch element {
      case .number(let number): expressions.append(.number(number))
      case .text(let text) where text.contains("$"):
        expressions.append(try SizeExpression(text, at: "\(path)[\(index)]"))
      default: throw RecipeError(path: "\(path)[\(index)]", reason: "this must be a number, not \(element.words)")
      }
    }
    return expressions
  }

  /// More pixels than any side of a picture.
  private static let mostPixels = 1e6

  /// - Throws: ``RecipeError`` for a number outside the parameter's range, and for more pixels than a picture can have.
  fileprivate static func check(
    _ number: Double, for parameter: FilterParameter, at path: String
  ) throws(RecipeError) {
    if let range = parameter.range, !range.contains(number) {
      throw RecipeError(path: path, reason: "this must be \(range.words), not \(number.plain)")
    }
    if parameter.unit == .pixels, abs(number) > mostPixels {
      throw RecipeError(
        path: path,
        reason:
          "\(number.plain) pixels are more than a picture has; write at most \(mostPixels.plain), or a part of the "
          + "picture such as \"$photo.width / 10\"")
    }
  }

  /// The value of computed numbers; those of a rectangle are rounded.
  static func value(
    of expressions: [SizeExpression], for parameter: FilterParameter, _ images: [String: Image], at path: String
  ) throws(RecipeError) -> FilterValue {
    var numbers: [Double] = []
    for expression in expressions {
      let number = try expression.value(images, at: path)
      numbers.append(parameter.type == .rect ? number.rounded() : number)
    }
    if parameter.type == .number, let number = numbers.first { try check(number, for: parameter, at: path) }
    guard let value = FilterValue(numbers: numbers, as: parameter.type) else {
      throw RecipeError(
        path: path,
        reason: "this must be \(parameter.type.example), not \(numbers.map(\.plain).joined(separator: ", "))")
    }
    return value
  }
}

extension FilterParameterType {
  /// The form in which a value of the type is written in a recipe.
  fileprivate var example: String {
    switch self {
    case .number: "a number, or a text that computes one such as \"$photo.width / 2\""
    case .boolean: "true or false"
    case .text: "a text"
    case .vector: "a list of numbers"
    case .data: "a list of numbers, or {\"cube\": \"file.cube\"}"
    case .color: "a colour such as \"#ff8000\""
    case .point: "a list of two numbers, x and y"
    case .rect: "a list of four whole numbers: x, y, width, height"
    case .transform: "a list of six numbers: a, b, c, d, tx, ty"
    case .colorSpace: "one of \(FilterValue.colorSpaces.map { "\"\($0.name)\"" }.joined(separator: ", "))"
    case .image: "the name of an image"
    }
  }
}
