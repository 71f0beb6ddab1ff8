import Imaging

/// A number computed by a recipe: numbers, `+ - * /`, brackets, and the places and sizes of images, such as
/// `$photo.width / 2`. An image has `x`, `y`, `width` and `height`, in pixels.
indirect enum SizeExpression: Sendable, Hashable {
  enum Measure: String, Sendable, CaseIterable { case x, y, width, height }
  enum Operation: Character, Sendable { case plus = "+", minus = "-", times = "*", over = "/" }

  case number(Double)
  case measure(Measure, of: String)
  case operation(Operation, SizeExpression, SizeExpression)

  /// Reads an expression.
  ///
  /// - Throws: ``RecipeError`` at the path, for an invalid expression.
  init(_ text: String, at path: String) throws(RecipeError) {
    var reader = Reader(rest: Array(text)[...], text: text, path: path)
    self = try reader.sum()
    reader.skipSpaces()
    if !reader.rest.isEmpty { throw reader.refusal("\"\(Reader.quote(String(reader.rest)))\" is left over") }
  }

  /// The names of the images that it refers to.
  var names: Set<String> {
    switch self {
    case .number: []
    case .measure(_, let name): [name]
    case .operation(_, let left, let right): left.names.union(right.names)
    }
  }

  /// The value, given the images by name.
  func value(_ images: [String: Image], at path: String) throws(RecipeError) -> Double {
    switch self {
    case .number(let number): return number
    case .measure(let measure, let name):
      guard let image = images[name] else {
        let known = images.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        throw RecipeError(path: path, reason: "there is no image \"\(name)\"; there are \(known)")
      }
      guard let rect = image.extent.rect else {
        throw RecipeError(
          path: path, reason: "\"\(name)\" goes on for ever and has no \(measure.rawValue); crop it first")
      }
      return switch measure {
      case .x: Double(rect.x)
      case .y: Double(rect.y)
      case .width: Double(rect.width)
      case .height: Double(rect.height)
      }
    case .operation(let operation, let left, let right):
      let (a, b) = (try left.value(images, at: path), try right.value(images, at: path))
      let result =
        switch operation {
        case .plus: a + b
        case .minus: a - b
        case .times: a * b
        case .over: a / b
        }
      guard result.isFinite else {
        throw RecipeError(path: path, reason: "\(a.plain) \(operation.rawValue) \(b.plain) is not a number")
      }
      return result
    }
  }

  private struct Reader {
    var rest: ArraySlice<Character>
    let text: String
    let path: String
    private var depth = 0
    private var termCount = 0
    /// An expression is a tree as deep as its number of terms: traversing it takes a stack frame for each.
    private static let mostTerms = 1_000
    /// The beginning of an invalid expression, as messages quote it.
    private static let longestQuote = 80

    init(rest: ArraySlice<Character>, text: String, path: String) {
      self.rest = rest
      self.text = text
      self.path = path
    }

    func refusal(_ reason: String) -> RecipeError {
      RecipeError(
        path: path,
        reason:
          "\"\(Self.quote(text))\" cannot be computed: \(reason). Write numbers, + - * / ( ), and $NAME.width, .height, "
          + ".x or .y")
    }

    static func quote(_ text: some StringProtocol) -> String {
      let start = text.prefix(longestQuote)
      return start.endIndex == text.endIndex ? String(start) : start + "..."
    }

    mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

    private mutating func operation(_ among: [Operation]) -> Operation? {
      skipSpaces()
      guard let found = rest.first.flatMap(Operation.init(rawValue:)), among.contains(found) else { return nil }
      rest.removeFirst()
      return found
    }

    mutating func sum() throws(RecipeError) -> SizeExpression {
      var left = try product()
      while let operation = operation([.plus, .minus]) { left = .operation(operation, left, try product()) }
      return left
    }

    private mutating func product() throws(RecipeError) -> SizeExpression {
      var left = try factor()
      while let operation = operation([.times, .over]) { left = .operation(operation, left, try factor()) }
      return left
    }

    private mutating func factor() throws(RecipeError) -> SizeExpression {
      depth += 1
      defer { depth -= 1 }
      guard depth < 64 else { throw refusal("it is nested too deep") }
      termCount += 1
      guard termCount <= Self.mostTerms else { throw refusal("it has more than \(Self.mostTerms) terms") }
      skipSpaces()
      if operation([.minus]) != nil { return .operation(.minus, .number(0), try factor()) }
      switch rest.first {
      case "("?:
        rest.removeFirst()
        let inner = try sum()
        skipSpaces()
        guard rest.popFirst() == ")" else { throw refusal("a bracket is not closed") }
        return inner
      case "$"?:
        rest.removeFirst()
        let name = String(rest.prefix { $0 != "." && $0 != " " })
        rest = rest.dropFirst(name.count)
        guard rest.popFirst() == "." else { throw refusal("after $\(name) a measure is missing") }
        let word = String(rest.prefix { $0.isLetter })
        rest = rest.dropFirst(word.count)
        guard let measure = Measure(rawValue: word) else { throw refusal("\"\(word)\" is not a measure") }
        return .measure(measure, of: name)
      default:
        var digits = String(rest.prefix { $0.isNumber || $0 == "." })
        let exponent = rest.dropFirst(digits.count)
        if !digits.isEmpty, exponent.first == "e" {
          let sign = exponent.dropFirst().first.map { "+-".contains($0) } ?? false
          digits += String(exponent.prefix(sign ? 2 : 1)) + exponent.dropFirst(sign ? 2 : 1).prefix { $0.isNumber }
        }
        rest = rest.dropFirst(digits.count)
        guard let number = Double(digits) else { throw refusal("a number is missing") }
        return .number(number)
      }
    }
  }
}
