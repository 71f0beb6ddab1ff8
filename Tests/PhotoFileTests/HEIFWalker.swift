/// The boxes of a HEIF file, read by the standard and independently of the tested reader, for intact files.
struct HEIFWalker {
  struct Item: Equatable {
    var type = ""
    var flags = 0
    var contentType = ""
    /// Property numbers from 1, each with its essential bit.
    var properties: [(index: Int, isEssential: Bool)] = []
    var method = 0
    var offset = 0
    var length = 0

    static func == (a: Item, b: Item) -> Bool { a.type == b.type && a.offset == b.offset }
  }

  let bytes: [UInt8]
  var brands: [String] = []
  var topLevel: [String] = []
  var metaChildren: [String] = []
  var primary = 0
  var items: [Int: Item] = [:]
  var properties: [(type: String, contents: [UInt8])] = []
  var references: [(type: String, from: Int, to: [Int])] = []
  var itemData: [UInt8] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for (type, range) in boxes(0..<bytes.count) {
      topLevel.append(type)
      if type == "ftyp" { brands = stride(from: range.lowerBound, to: range.upperBound, by: 4).map(text) }
      guard type == "meta" else { continue }
      for (type, range) in boxes(range.lowerBound + 4..<range.upperBound) {
        metaChildren.append(type)
        readMeta(type, range)
      }
    }
  }

  /// The bytes of an item.
  func data(_ id: Int) -> [UInt8] {
    guard let item = items[id] else { return [] }
    let source = item.method == 1 ? itemData : bytes
    return Array(source[item.offset..<item.offset + item.length])
  }

  /// The types of an item's properties, those that are essential in capitals.
  func propertyTypes(_ id: Int) -> [String] {
    (items[id]?.properties ?? []).map {
      let type = properties[$0.index - 1].type
      return $0.isEssential ? type.uppercased() : type
    }
  }

  func property(_ type: String, of id: Int) -> [UInt8]? {
    (items[id]?.properties ?? []).map { properties[$0.index - 1] }.first { $0.type == type }?.contents
  }

  func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 * 256 + Int($1) } }

  private func text(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }

  private func boxes(_ range: Range<Int>) -> [(String, Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    var at = range.lowerBound
    while at < range.upperBound {
      // 1 means a size of 8 bytes after the type.
      let isLong = number(at, 4) == 1
      let size = isLong ? number(at + 8, 8) : number(at, 4)
      found.append((text(at + 4), at + (isLong ? 16 : 8)..<at + size))
      at += size
    }
    return found
  }

  private mutating func readMeta(_ type: String, _ range: Range<Int>) {
    let start = range.lowerBound
    switch type {
    case "pitm": primary = number(start + 4, 2)
    case "idat": itemData = Array(bytes[range])
    case "iinf":
      for (_, entry) in boxes(start + 6..<range.upperBound) {
        var item = Item()
        item.flags = number(entry.lowerBound, 4) & 0xFFFFFF
        item.type = text(entry.lowerBound + 8)
        let tail = bytes[entry.lowerBound + 13..<entry.upperBound].prefix { $0 != 0 }
        item.contentType = String(decoding: tail, as: UTF8.self)
        items[number(entry.lowerBound + 4, 2)] = item
      }
    case "iref":
      for (type, entry) in boxes(start + 4..<range.upperBound) {
        let count = number(entry.lowerBound + 2, 2)
        let targets = (0..<count).map { number(entry.lowerBound + 4 + 2 * $0, 2) }
        references.append((type, number(entry.lowerBound, 2), targets))
      }
    case "iprp":
      for (type, part) in boxes(range) {
        if type == "ipco" {
          properties = boxes(part).map { ($0.0, Array(bytes[$0.1])) }
        } else {
          readAssociations(part)
        }
      }
    case "iloc":
      // Version 1, offsets and lengths of four bytes, one extent each.
      for index in 0..<number(start + 6, 2) {
        let at = start + 8 + 16 * index
        let (method, offset, length) = (number(at + 2, 2), number(at + 8, 4), number(at + 12, 4))
        items[number(at, 2)]?.method = method
        items[number(at, 2)]?.offset = offset
        items[number(at, 2)]?.length = length
      }
    default: break
    }
  }

  private mutating func readAssociations(_ part: Range<Int>) {
    var at = part.lowerBound + 8
    for _ in 0..<number(part.lowerBound + 4, 4) {
      let id = number(at, 2)
      for index in 0..<Int(bytes[at + 2]) {
        let byte = Int(bytes[at + 3 + index])
        items[id]?.properties.append((byte & 127, byte > 127))
      }
      at += 3 + Int(bytes[at + 2])
    }
  }
}
