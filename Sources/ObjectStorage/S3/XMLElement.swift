/// An element of an XML document, without attributes: the form of S3's responses.
struct XMLElement: Sendable {
  let name: String
  /// Its own text, without that of its children.
  var text = ""
  var children: [XMLElement] = []

  private static let maximumDepth = 32

  /// The first child of a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  init(name: String) { self.name = name }

  /// Nil if the bytes are not XML. Declarations, comments and attributes are skipped.
  init?(_ bytes: [UInt8]) {
    var open: [XMLElement] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let text = rest.prefix { $0 != UInt8(ascii: "<") }
      rest = rest.dropFirst(text.count)
      if !open.isEmpty {
        guard let text = Self.resolved(text) else { return nil }
        open[open.count - 1].text += text
      }
      guard !rest.isEmpty else { break }
      if rest.starts(with: "<!--".utf8) {
        guard let end = Self.end(of: "-->", in: rest) else { return nil }
        rest = rest[end...]
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let tag = rest[(rest.startIndex + 1)..<end]
      rest = rest[(end + 1)...]
      guard let sign = tag.first, sign != UInt8(ascii: "?"), sign != UInt8(ascii: "!") else { continue }
      if sign == UInt8(ascii: "/") {
        guard let closed = open.popLast(), Self.name(tag.dropFirst()) == closed.name else { return nil }
        guard open.isEmpty else {
          open[open.count - 1].children.append(closed)
          continue
        }
        self = closed
        return
      }
      let element = XMLElement(name: Self.name(tag))
      guard !element.name.isEmpty, open.count < Self.maximumDepth else { return nil }
      if tag.last == UInt8(ascii: "/") {
        guard !open.isEmpty else {
          self = element
          return
        }
        open[open.count - 1].children.append(element)
      } else {
        open.append(element)
      }
    }
    return nil
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
