/// The grammar of JSON (RFC 8259), checked so that a mistake has a line and a column. `JSONDecoder` reports none, and
/// accepts trailing commas and duplicate names.
struct JSONSyntax {
  /// An error in a text, with its position.
  struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    let line: Int
    /// From 1, in bytes of the line.
    let column: Int
    let reason: String
    var description: String { "line \(line), column \(column): \(reason)" }
  }

  /// The maximum nesting of arrays and objects.
  static let greatestDepth = 256

  private let bytes: [UInt8]
  private var place = 0

  /// - Throws: ``Mistake``: the first one.
  static func check(_ bytes: [UInt8]) throws(Mistake) {
    var syntax = JSONSyntax(bytes: bytes)
    try syntax.value(depth: 0)
    syntax.skipSpace()
    if let next = syntax.next { throw syntax.mistake("\(Self.words(next)) follows the end of the document") }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    // A byte-order mark is not JSON, but many editors write one.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func value(depth: Int) throws(Mistake) {
    skipSpace()
    guard depth <= Self.greatestDepth else {
      throw mistake("more than \(Self.greatestDepth) levels of lists and objects")
    }
    switch next {
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try list(depth: depth)
    case UInt8(ascii: "\""): _ = try text()
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
    default:
      for word in ["true", "false", "null"] where bytes[place...].starts(with: word.utf8) {
        place += word.utf8.count
        return
      }
      throw mistake("a value is missing\(found)")
    }
  }

  private mutating func object(depth: Int) throws(Mistake) {
    place += 1
    var names: Set<[UInt8]> = []
    skipSpace()
    if take("}") { return }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw mistake("the name of a member is missing\(found)") }
      let start = place
      let name = try text()
      guard names.insert(name).inserted else {
        place = start
        throw mistake("\"\(String(decoding: name, as: UTF8.self))\" is there twice")
      }
      skipSpace()
      guard take(":") else { throw mistake("a colon is missing behind the name of a member\(found)") }
      try value(depth: depth + 1)
      if try isLast(before: "}", "an object") { return }
    }
  }

  private mutating func list(depth: Int) throws(Mistake) {
    place += 1
    skipSpace()
    if take("]") { return }
    while true {
      try value(depth: depth + 1)
      if try isLast(before: "]", "a list") { return }
    }
  }

  /// Whether the array or object ends here; otherwise a comma is read.
  private mutating func isLast(before end: Unicode.Scalar, _ what: String) throws(Mistake) -> Bool {
    skipSpace()
    if take(end) { return true }
    let comma = place
    guard take(",") else { throw mistake("a comma or \(end) is missing in \(what)\(found)") }
    skipSpace()
    if next == UInt8(ascii: end) {
      place = comma
      throw mistake("there is a comma behind the last part of \(what)")
    }
    return false
  }

  /// The bytes of a string as written.
  private mutating func text() throws(Mistake) -> [UInt8] {
    let start = place
    place += 1
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        let text = Array(bytes[start + 1..<place - 1])
        guard String(validating: text, as: UTF8.self) != nil else {
          place = start
          throw mistake("a text is not in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(inTextFrom: start)
      case 0..<0x20: throw mistake("a text is not closed in its line")
      default: place += 1
      }
    }
    place = start
    throw mistake("a text is not closed")
  }

  /// An escape sequence after its backslash.
  private mutating func escape(inTextFrom start: Int) throws(Mistake) {
    let first = place
    place += 1
    guard let kind = next else {
      place = start
      throw mistake("a text is not closed")
    }
    place += 1
    if kind != UInt8(ascii: "u") {
      guard "\"\\/bfnrt".utf8.contains(kind) else {
        place = first
        throw mistake("\\ stands before \(Self.words(kind)); write \\\\ for a backslash")
      }
      return
    }
    var units = [try unit(from: first)]
    // A character beyond 16 bits is a surrogate pair.
    if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: "\\u".utf8) {
      place += 2
      units.append(try unit(from: first))
    }
    guard String(validating: units, as: UTF16.self) != nil else {
      place = first
      throw mistake("\\u is followed by a half of a character without the other one")
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit(from first: Int) throws(Mistake) -> UInt16 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      place = first
      throw mistake("\\u needs four hexadecimal digits")
    }
    place += 4
    return unit
  }

  private mutating func number() throws(Mistake) {
    let start = place
    _ = take("-")
    let zero = take("0")
    if !zero { try digits(since: start) }
    if take(".") { try digits(since: start) }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits(since: start)
    }
    if zero, let next, Self.isDigit(next) {
      place = start
      throw mistake("a number begins with 0")
    }
    guard let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)), value.isFinite else {
      place = start
      throw mistake("a number is too large")
    }
  }

  private mutating func digits(since start: Int) throws(Mistake) {
    let first = place
    while let next, Self.isDigit(next) { place += 1 }
    if place == first {
      place = start
      throw mistake("a number is not complete")
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { place += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    place += 1
    return true
  }

  private var found: String { next.map { ", there is \(Self.words($0))" } ?? ", the document ends" }

  private static func words(_ byte: UInt8) -> String {
    (0x21..<0x7F).contains(byte) ? "\"\(Unicode.Scalar(byte))\"" : "a byte \(byte)"
  }

  private func mistake(_ reason: String) -> Mistake {
    let before = bytes[..<min(place, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Mistake(
      line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1, reason: reason)
  }
}
