/// Looks an XMP packet over before it is given to the parser, which recurses over nested elements and expands entities.
enum XMPScreening {
  /// Elements within elements. Apple's deepest is 9.
  private static let maximumDepth = 100
  /// Packets beyond this are carried along, but not parsed.
  private static let maximumBytes = 4 << 20

  /// The packet without padding at its end; nil if it is not UTF-8 XML, declares entities, or nests too deep.
  static func parseable(_ packet: [UInt8]) -> ArraySlice<UInt8>? {
    var text = packet[...]
    while let last = text.last, last == 0 || last == 0x20 || last == 0x0A || last == 0x0D { text.removeLast() }
    guard !text.isEmpty, text.count <= maximumBytes else { return nil }
    let isWellNested = text.withUnsafeBufferPointer { bytes in Self.isWellNested(bytes) }
    return isWellNested ? text : nil
  }

  private static func isWellNested(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var depth = 0
    var index = 0
    func startsWith(_ word: StaticString) -> Bool {
      index + word.utf8CodeUnitCount <= text.count
        && (0..<word.utf8CodeUnitCount).allSatisfy { text[index + $0] == word.utf8Start[$0] }
    }
    /// Moves behind the next `word`; false if there is none.
    func skip(past word: StaticString) -> Bool {
      while index < text.count {
        if startsWith(word) {
          index += word.utf8CodeUnitCount
          return true
        }
        index += 1
      }
      return false
    }
    while index < text.count {
      let byte = text[index]
      // UTF-16 and UTF-32 are not allowed in the files read here.
      guard byte != 0 else { return false }
      guard byte == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      if startsWith("<!--") {
        guard skip(past: "-->") else { return false }
      } else if startsWith("<![CDATA[") {
        guard skip(past: "]]>") else { return false }
      } else if startsWith("<?") {
        guard skip(past: "?>") else { return false }
      } else if startsWith("<!") {
        return false
      } else {
        let isEnd = startsWith("</")
        var quote: UInt8?
        while index < text.count, quote != nil || text[index] != UInt8(ascii: ">") {
          let byte = text[index]
          if byte == quote {
            quote = nil
          } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          }
          index += 1
        }
        guard index < text.count else { return false }
        if isEnd {
          depth -= 1
        } else if text[index - 1] != UInt8(ascii: "/") {
          depth += 1
        }
        guard depth <= maximumDepth else { return false }
        index += 1
      }
    }
    return true
  }
}
