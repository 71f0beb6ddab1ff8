/// A file that declares one filter, as far as its initialiser and its factory need it.
///
/// `swift format` determines the layout of the file, so that no Swift parser is needed: a property is a line `  public
/// var KEY: TYPE = DEFAULT`, which continues where brackets are open.
struct FilterSourceFile {
  /// A property that holds a parameter.
  struct Property {
    let key: String
    let type: String
    /// nil where it must be given.
    let standard: String?
    let comment: String

    /// The property as an initialiser's parameter.
    var parameter: String { "\(key): \(type)" + (standard.map { " = \($0)" } ?? "") }
  }

  /// The type's name, such as `GammaAdjust`.
  let type: String
  /// The filter's name, such as `gammaAdjust`.
  let name: String
  let summary: String
  /// The properties, required ones first, otherwise in the order of the file.
  let parameters: [Property]

  /// nil for a file without a filter of its own type: a family writes its factories itself.
  ///
  /// - Throws: faults, in the form of a compiler's messages.
  init?(_ text: String, path: String) throws(Failure) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let head = lines.firstIndex(where: { $0.hasPrefix("public struct ") && $0.hasSuffix(": Filter {") }) else {
      return nil
    }
    func failure(_ line: Int, _ words: String) -> Failure { Failure(path: path, line: line, words) }
    type = String(lines[head].dropFirst("public struct ".count).dropLast(": Filter {".count))
    let properties = try Self.properties(in: lines, after: head, path: path)
    if !properties.isEmpty, !lines.contains(where: { $0.hasPrefix("  init() {") }) {
      throw failure(head, "a filter with parameters has `init() {}`, which gives what has no default a value")
    }
    parameters = properties.filter { $0.standard == nil } + properties.filter { $0.standard != nil }

    guard let declared = text.firstRange(of: "FilterDeclaration<\(type)>("),
      let (name, afterName) = Self.literal(in: text[declared.upperBound...]),
      let category = afterName.firstRange(of: ", ."),
      let (summary, _) = Self.literal(in: afterName[category.upperBound...])
    else { throw failure(head, "there is no `FilterDeclaration<\(type)>(\"name\", ..., .category, \"summary\"`") }
    self.name = name
    self.summary = summary
  }

  /// The properties of a type, in the order of the file.
  private static func properties(
    in lines: [String], after head: Int, path: String
  ) throws(Failure) -> [Property] {
    var properties: [Property] = []
    var comment: [String] = []
    var index = head + 1
    while index < lines.count, lines[index] != "}" {
      let line = lines[index]
      if line.hasPrefix("  /// ") {
        comment.append(String(line.dropFirst(6)))
      } else if line.hasPrefix("  public var "), !line.hasSuffix("{"), !line.hasSuffix("}") {
        let start = index
        var declaration = line.dropFirst("  public var ".count).description
        while openBrackets(declaration) > 0 || declaration.hasSuffix("=") {
          index += 1
          guard index < lines.count else { throw Failure(path: path, line: start, "this property does not end") }
          declaration += " " + lines[index].drop { $0 == " " }
        }
        guard let property = Property(declaration, comment: comment.joined(separator: " ")) else {
          throw Failure(
            path: path, line: start, "a parameter's property is written `public var key: Type = default`")
        }
        properties.append(property)
        comment = []
      } else {
        comment = []
      }
      index += 1
    }
    return properties
  }

  /// An error in a file.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// - Parameter line: the line, from 0.
    init(path: String, line: Int, _ words: String) { description = "\(path):\(line + 1): error: \(words)" }
  }

  private static func openBrackets(_ text: String) -> Int {
    text.reduce(0) { $0 + ("([{".contains($1) ? 1 : ")]}".contains($1) ? -1 : 0) }
  }

  /// The next quoted text, and the text after it.
  private static func literal(in text: Substring) -> (String, Substring)? {
    guard let start = text.firstIndex(of: "\"") else { return nil }
    var end = text.index(after: start)
    while end < text.endIndex, text[end] != "\"" {
      if text[end] == "\\" { end = text.index(after: end) }
      guard end < text.endIndex else { return nil }
      end = text.index(after: end)
    }
    guard end < text.endIndex else { return nil }
    return (String(text[text.index(after: start)..<end]), text[text.index(after: end)...])
  }

  /// The initialiser and the factory, in Swift.
  var factories: String {
    let list = parameters.map(\.parameter).joined(separator: ", ")
    let documented = parameters.map { "///   - \($0.key): \($0.comment)" }
    func comment(_ words: String, _ indent: String) -> String {
      let lines = ["/// " + words] + (documented.isEmpty ? [] : ["///", "/// - Parameters:"] + documented)
      return lines.map { indent + $0 + "\n" }.joined()
    }
    let initialiser = """

      extension \(type) {
      \(comment(summary, "  "))  public init(\(list)) {
          self.init()
      \(parameters.map { "    self.\($0.key) = \($0.key)\n" }.joined())  }
      }

      """
    let factory =
      parameters.isEmpty
      ? "public static var \(name): \(type) { \(type)() }"
      : """
      public static func \(name)(\(list)) -> \(type) {
          \(type)(\(parameters.map { "\($0.key): \($0.key)" }.joined(separator: ", ")))
        }
      """
    return (parameters.isEmpty ? "" : initialiser) + """

      extension Filter where Self == \(type) {
      \(comment(summary, "  "))  \(factory)
      }

      """
  }
}

extension FilterSourceFile.Property {
  /// nil for other forms than `key: Type` and `key: Type = default`.
  init?(_ declaration: String, comment: String) {
    guard let colon = declaration.firstRange(of: ": ") else { return nil }
    let key = String(declaration[..<colon.lowerBound])
    guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    let rest = declaration[colon.upperBound...]
    let equals = rest.firstRange(of: " = ")
    let type = String(rest[..<(equals?.lowerBound ?? rest.endIndex)])
    self.init(
      key: key, type: type,
      standard: equals.map { String(rest[$0.upperBound...]) } ?? (type.hasSuffix("?") ? "nil" : nil),
      comment: comment)
  }
}
