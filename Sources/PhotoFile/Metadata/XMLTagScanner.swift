/// Scans the tags of an XML text without interpreting them.
struct XMLTagScanner {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0
  /// The number of elements, without the items of lists, and attributes so far.
  private(set) var nameCount = 0
  /// The number of list items, lines and references so far: a parser allocates an object for each.
  private(set) var pieceCount = 0

  /// - Parameter text: the text, which must stay valid as long as the scanner is used.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Whether there is an element, every element is closed by its own name, and no document type is declared.
  mutating func isWellNested(maximumDepth: Int) -> Bool {
    var open: [Range<Int>] = []
    var hasElement = false
    while index < text.count {
      // UTF-16 and UTF-32 are not allowed in the files read here.
      guard text[index] != 0 else { return false }
      guard text[index] == UInt8(ascii: "<") else {
        count(text[index])
        index += 1
        continue
      }
      pieceCount += 1
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
        index += isEnd ? 2 : 1
        let name = name()
        guard !name.isEmpty, let isEmpty = skipAttributes() else { return false }
        hasElement = true
        if !text[name].elementsEqual("rdf:li".utf8) { nameCount += 1 }
        if isEnd {
          guard let last = open.popLast(), text[last].elementsEqual(text[name]) else { return false }
        } else if !isEmpty {
          open.append(name)
          guard open.count <= maximumDepth else { return false }
        }
      }
    }
    return hasElement && open.isEmpty
  }

  /// The parser delivers text in pieces that end at lines and references.
  private mutating func count(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "&") { pieceCount += 1 }
  }

  /// Reads the name at the current position.
  private mutating func name() -> Range<Int> {
    let start = index
    while index < text.count, text[index] > 0x20, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "/") {
      index += 1
    }
    return start..<index
  }

  /// Moves past the tag's end, and returns whether it closes itself; nil if it has no end.
  private mutating func skipAttributes() -> Bool? {
    var quote: UInt8?
    while index < text.count {
      let byte = text[index]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: "<") { return nil }
        if byte == UInt8(ascii: "=") { nameCount += 1 }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        if byte == UInt8(ascii: ">") {
          index += 1
          return text[index - 2] == UInt8(ascii: "/")
        }
      }
      index += 1
    }
    return nil
  }

  private func startsWith(_ word: StaticString) -> Bool {
    guard index + word.utf8CodeUnitCount <= text.count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { text[index + $0] == word.utf8Start[$0] }
  }

  /// Moves past the next `word`; false if there is none.
  private mutating func skip(past word: StaticString) -> Bool {
    while index < text.count {
      if startsWith(word) {
        index += word.utf8CodeUnitCount
        return true
      }
      count(text[index])
      index += 1
    }
    return false
  }
}
