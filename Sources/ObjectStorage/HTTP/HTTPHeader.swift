/// The header of an answer.
package struct HTTPHeader: Sendable {
  /// Names in lower case.
  private var fields: [String: String] = [:]

  /// - Parameter text: its lines, including the status line.
  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields[line[..<colon].lowercased()] = String(value)
    }
  }

  /// - Parameter name: in lower case.
  package subscript(name: String) -> String? { fields[name] }

  /// The fields with a prefix, named without it.
  func fields(after prefix: String) -> [String: String] {
    var found: [String: String] = [:]
    for (name, value) in fields where name.hasPrefix(prefix) { found[String(name.dropFirst(prefix.count))] = value }
    return found
  }
}
