/// Parses the root of an XML document, without attributes.
struct XMLElementParser {
  private enum Tag {
    case start(name: String)
    case end(name: String)
    /// A start and an end in one.
    case empty(name: String)
    /// A comment or a declaration.
    case skipped
  }

  private static let maximumDepth = 32

  private var rest: ArraySlice<UInt8>
  /// The elements without an end so far, the outermost first.
  private var open: [XMLElement] = []

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The root; nil if the bytes are not XML.
  mutating func root() -> XMLElement? {
    while readText(), let tag = nextTag() {
      switch tag {
      case .skipped: continue
      case .start(let name):
        guard open.count < Self.maximumDepth else { return nil }
        open.append(XMLElement(name: name))
      case .empty(let name):
        guard open.count < Self.maximumDepth else { return nil }
        if open.isEmpty { return XMLElement(name: name) }
        open[open.count - 1].children.append(XMLElement(name: name))
      case .end(let name):
        guard let ended = open.popLast(), ended.name == name else { return nil }
        if open.isEmpty { return ended }
        open[open.count - 1].children.append(ended)
      }
    }
    return nil
  }

  /// Adds the text before the next tag to the innermost element. False if it has an unknown reference.
  private mutating func readText() -> Bool {
    let text = rest.prefix { $0 != UInt8(ascii: "<") }
    rest = rest.dropFirst(text.count)
    guard !open.isEmpty else { return true }
    guard let resolved = Self.resolved(text) else { return false }
    open[open.count - 1].text += resolved
    return true
  }

  /// The next tag; nil if there is none, or it has no end or no name.
  private mutating func nextTag() -> Tag? {
    if rest.starts(with: "<!--".utf8) {
      guard let end = Self.end(of: "-->", in: rest) else { return nil }
      rest = rest[end...]
      return .skipped
    }
    guard !rest.isEmpty, let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let tag = rest[(rest.startIndex + 1)..<end]
    rest = rest[(end + 1)...]
    switch tag.first {
    case nil, UInt8(ascii: "?"), UInt8(ascii: "!"): return .skipped
    case UInt8(ascii: "/"): return .end(name: Self.name(tag.dropFirst()))
    default:
      let name = Self.name(tag)
      guard !name.isEmpty else { return nil }
      return tag.last == UInt8(ascii: "/") ? .empty(name: name) : .start(name: name)
    }
  }

  private static func name(_ tag: ArraySlice<UInt8>) -> String {
    String(decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }, as: UTF8.self)
  }

  private static func end(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(text.utf8)
    guard bytes.count >= text.count else { return nil }
    for start in bytes.startIndex...(bytes.endIndex - text.count) where bytes[start...].starts(with: text) {
      return start + text.count
    }
    return nil
  }

  /// The text with its references resolved; nil if one is unknown.
  private static func resolved(_ text: ArraySlice<UInt8>) -> String? {
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var result = ""
    var rest = text
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != UInt8(ascii: "&") }
      result += String(decoding: plain, as: UTF8.self)
      rest = rest.dropFirst(plain.count)
      guard !rest.isEmpty else { break }
      guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
      switch String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self) {
      case "amp": result += "&"
      case "lt": result += "<"
      case "gt": result += ">"
      case "quot": result += "\""
      case "apos": result += "'"
      case let name:
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard name.hasPrefix("#"), let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
        result.unicodeScalars.append(scalar)
      }
      rest = rest[(end + 1)...]
    }
    return result
  }
}
