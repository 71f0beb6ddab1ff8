/// The bytes of an item of a HEIF document, or of several items that share them.
struct ItemContent: Sendable {
  enum Storage: Sendable {
    /// Extents of the file that was read.
    case file(ItemLocation)
    case memory([UInt8])
  }

  var storage: Storage
  /// Whether the bytes lie in `idat`, which has the payload of grids, rather than in `mdat`.
  let isInItemData: Bool
}

extension HEIFDocument {
  /// The bytes of an item; nil if it has none or they lie outside the file.
  func data(of id: UInt32) -> [UInt8]? {
    guard let content = content(of: id) else { return nil }
    if case .memory(let bytes) = content.storage { return bytes }
    return try? readData(of: id)
  }

  /// The bytes of an item, at most `limit` of them.
  ///
  /// - Parameter name: the property of ``ReadingLimits`` that the limit comes from, for the error.
  /// - Throws: `malformed` if the item has no bytes or they lie outside the file, `limitExceeded` if there are more
  ///   than `limit`, `unsupported` if they consist of other items' bytes.
  func readData(of id: UInt32, limit: Int = .max, _ name: StaticString? = nil) throws(HEIFError) -> [UInt8] {
    guard let content = content(of: id) else { throw .malformed("item \(id) has no place in the file") }
    var data: [UInt8] = []
    let pieces = try pieces(of: content, item: id, limit: limit, name)
    data.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
    for piece in pieces { data += piece }
    return data
  }

  /// The first bytes of an item, within its first extent; fewer than `count` if it is shorter or truncated.
  func start(of id: UInt32, count: Int) throws(HEIFError) -> [UInt8] {
    guard let content = content(of: id) else { throw .malformed("item \(id) has no place in the file") }
    switch content.storage {
    case .memory(let bytes): return Array(bytes.prefix(count))
    case .file(let location):
      guard let extent = location.extents.first else { throw .malformed("item \(id) has no place in the file") }
      guard location.base != .items else { throw Self.constructed(id) }
      let space = location.base == .file ? original.indices : itemData ?? 0..<0
      guard extent.offset <= UInt64(space.count) else { throw .malformed("item \(id) lies outside the file") }
      let length = extent.length == 0 ? count : Int(min(extent.length, UInt64(count)))
      return Array(original[space].dropFirst(Int(extent.offset)).prefix(length))
    }
  }

  /// The total bytes of items. Bytes shared by several items count once for each; extents beyond the end of a truncated
  /// file do not count.
  func byteCount(of ids: [UInt32]) -> Int {
    var sum = 0
    for content in ids.compactMap(content) {
      switch content.storage {
      case .memory(let bytes): sum &+= bytes.count
      case .file(let location):
        let space = UInt64(location.base == .file ? original.count : itemData?.count ?? 0)
        for extent in location.extents where extent.offset <= space && extent.length <= space - extent.offset {
          // Bounded by items * extents * file length.
          sum &+= Int(extent.length == 0 ? space - extent.offset : extent.length)
        }
      }
    }
    return sum
  }

  /// The maximum total bytes of items that share none.
  var availableByteCount: Int {
    contents.reduce(original.count) { count, content in
      if case .memory(let bytes) = content.storage { count + bytes.count } else { count }
    }
  }

  /// The bytes of an item's content, in order. No byte is copied.
  func pieces(
    of content: ItemContent, item id: UInt32, limit: Int = .max, _ name: StaticString? = nil
  ) throws(HEIFError) -> [ArraySlice<UInt8>] {
    func check(_ count: Int) throws(HEIFError) {
      guard count <= limit else {
        let found = "item \(id) has \(count) bytes or more"
        throw .limitExceeded(name.map { ReadingLimits.refusal(found, limit, $0) } ?? found)
      }
    }
    switch content.storage {
    case .memory(let bytes):
      try check(bytes.count)
      return [bytes[...]]
    case .file(let location):
      let space: Range<Int>
      switch location.base {
      case .file: space = original.indices
      case .itemData:
        guard let itemData else { throw .malformed("item \(id) lies in 'idat', which is not there") }
        space = itemData
      case .items: throw Self.constructed(id)
      }
      var pieces: [ArraySlice<UInt8>] = []
      var count = 0
      for extent in location.extents {
        let range = try ItemLocation.range(of: extent, in: space, item: id)
        pieces.append(original[range])
        count += range.count
        try check(count)
        guard count <= original.count else { throw .malformed("item \(id) has more bytes than the file") }
      }
      return pieces
    }
  }

  /// Replaces an item's bytes; another item that shares the old ones keeps them.
  mutating func setData(_ bytes: [UInt8], of id: UInt32) {
    guard let item = index(of: id) else { return }
    if let content = items[item].content, items.count(where: { $0.content == content }) == 1 {
      contents[content].storage = .memory(bytes)
    } else {
      items[item].content = contents.count
      contents.append(ItemContent(storage: .memory(bytes), isInItemData: false))
    }
  }

  /// The document with copies of all bytes that its items and boxes need, so that the file's can be released.
  func detached() -> HEIFDocument {
    var document = self
    var bytes = [[UInt8]?](repeating: nil, count: contents.count)
    for item in items {
      if let content = item.content, bytes[content] == nil { bytes[content] = data(of: item.id) ?? [] }
    }
    document.contents = zip(contents, bytes).map { content, bytes in
      ItemContent(storage: .memory(bytes ?? []), isInItemData: content.isInItemData)
    }
    document.boxes = boxes.map { $0.detached() }
    document.metaBoxes = metaBoxes.map { $0.detached() }
    document.properties = properties.map { $0.detached() }
    document.otherPropertyBoxes = otherPropertyBoxes.map { $0.detached() }
    document.releaseFile()
    return document
  }

  private func content(of id: UInt32) -> ItemContent? { item(id)?.content.map { contents[$0] } }

  private static func constructed(_ id: UInt32) -> HEIFError {
    .unsupported("item \(id) is made of other items' bytes (construction method 2)")
  }
}
