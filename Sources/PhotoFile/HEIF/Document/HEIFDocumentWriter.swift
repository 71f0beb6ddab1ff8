/// Writes a HEIF document as a file: boxes, items and properties in the document's order.
struct HEIFDocumentWriter {
  private let document: HEIFDocument
  /// The bytes of each content that is used by an item; nil for others.
  private let pieces: [[ArraySlice<UInt8>]?]
  /// The offset of each in `mdat` or `idat`.
  private let offsets: [Int]
  private let mediaCount: Int
  /// The numbers of properties in the file: those that no item uses any more are omitted.
  private let propertyNumbers: [Int?]

  static func file(of document: HEIFDocument) -> [UInt8] { HEIFDocumentWriter(document).file() }

  private init(_ document: HEIFDocument) {
    self.document = document
    var pieces = [[ArraySlice<UInt8>]?](repeating: nil, count: document.contents.count)
    for item in document.items {
      guard let content = item.content, pieces[content] == nil else { continue }
      // A document with contents that could not be read cannot be written.
      pieces[content] = (try? document.pieces(of: document.contents[content], item: item.id)) ?? []
    }
    var offsets: [Int] = []
    var (media, inner) = (0, 0)
    for (content, pieces) in zip(document.contents, pieces) {
      offsets.append(content.isInItemData ? inner : media)
      let count = Self.byteCount(of: pieces)
      if content.isInItemData { inner += count } else { media += count }
    }
    self.pieces = pieces
    self.offsets = offsets
    mediaCount = media

    let usedProperties = Set(document.items.flatMap { $0.properties.map(\.index) })
    var number = 0
    propertyNumbers = document.properties.indices.map { index -> Int? in
      guard usedProperties.contains(index) else { return nil }
      number += 1
      return number
    }
  }

  private static func byteCount(of pieces: [ArraySlice<UInt8>]?) -> Int {
    (pieces ?? []).reduce(0) { $0 + $1.count }
  }

  private var hasWideIDs: Bool {
    let largest = document.items.map(\.id).max() ?? 0
    return max(largest, document.primaryID) > 0xFFFF
  }

  private func file() -> [UInt8] {
    var boxes = document.boxes
    if mediaCount > 0, !boxes.contains(where: { $0.type == "mdat" }) { boxes.append(RawBox("mdat")) }
    // The size of 'meta' does not depend on the offsets in it.
    let metaSize = BoxWriter.bytes { meta(&$0, mediaOffset: 0) }.count
    var mediaOffset = 8
    var isMetaSeen = false
    for box in boxes {
      if box.type == "mdat" { break }
      let isMeta = box.type == "meta" && !isMetaSeen
      if isMeta { isMetaSeen = true }
      mediaOffset += isMeta ? metaSize : 8 + box.contents.count
    }
    var file = BoxWriter()
    isMetaSeen = false
    for box in boxes {
      if box.type == "meta", !isMetaSeen {
        isMetaSeen = true
        meta(&file, mediaOffset: mediaOffset)
      } else if box.type == "mdat" {
        file.uint32(8 + mediaCount)
        file.fourCC("mdat")
        appendContents(&file, inItemData: false)
      } else {
        file.box(box)
      }
    }
    return file.bytes
  }

  private func appendContents(_ writer: inout BoxWriter, inItemData: Bool) {
    for (content, pieces) in zip(document.contents, pieces) where content.isInItemData == inItemData {
      for piece in pieces ?? [] { writer.append(piece) }
    }
  }

  private func meta(_ writer: inout BoxWriter, mediaOffset: Int) {
    var boxes = document.metaBoxes
    // A file without these boxes may need them now.
    for (type, place) in [("iref", "iinf"), ("iprp", "iref"), ("grpl", "iprp"), ("idat", "grpl")] as [(FourCC, FourCC)]
    where !boxes.contains(where: { $0.type == type }) {
      let index = boxes.firstIndex { $0.type == place } ?? boxes.count - 1
      boxes.insert(RawBox(type), at: index + 1)
    }
    writer.box("meta") {
      $0.uint32(Int(document.metaHeader))
      for box in boxes {
        switch box.type {
        case "pitm": primary(&$0)
        case "iinf": entries(&$0)
        case "iref": references(&$0)
        case "iprp": properties(&$0)
        case "grpl": groups(&$0)
        case "idat": itemData(&$0)
        case "iloc": locations(&$0, mediaOffset: mediaOffset)
        default: $0.box(box)
        }
      }
    }
  }

  private func primary(_ writer: inout BoxWriter) {
    let isWide = document.primaryID > 0xFFFF
    writer.fullBox("pitm", version: isWide ? 1 : 0) { $0.id(document.primaryID, isWide: isWide) }
  }

  private func entries(_ writer: inout BoxWriter) {
    let isLong = document.items.count > 0xFFFF
    writer.fullBox("iinf", version: isLong ? 1 : 0) {
      isLong ? $0.uint32(document.items.count) : $0.uint16(document.items.count)
      for item in document.items { $0.box(item.entry.box) }
    }
  }

  private func references(_ writer: inout BoxWriter) {
    guard !document.references.isEmpty else { return }
    let isWide = document.references.contains { $0.from > 0xFFFF || $0.to.contains { $0 > 0xFFFF } }
    writer.fullBox("iref", version: isWide ? 1 : 0) {
      for reference in document.references {
        $0.box(reference.type) {
          $0.id(reference.from, isWide: isWide)
          $0.uint16(reference.to.count)
          for target in reference.to { $0.id(target, isWide: isWide) }
        }
      }
    }
  }

  private func properties(_ writer: inout BoxWriter) {
    let owners = document.items.filter { !$0.properties.isEmpty }.sorted { $0.id < $1.id }
    let count = propertyNumbers.reduce(0) { max($0, $1 ?? 0) }
    guard count > 0 || !document.otherPropertyBoxes.isEmpty else { return }
    let isWide = count > 127
    writer.box("iprp") {
      $0.box("ipco") {
        for (property, number) in zip(document.properties, propertyNumbers) where number != nil { $0.box(property.box) }
      }
      $0.fullBox("ipma", version: hasWideIDs ? 1 : 0, flags: isWide ? 1 : 0) {
        $0.uint32(owners.count)
        for item in owners {
          $0.id(item.id, isWide: hasWideIDs)
          $0.uint8(item.properties.count)
          for use in item.properties {
            let number = propertyNumbers[use.index] ?? 0
            if isWide {
              $0.uint16(number | (use.isEssential ? 0x8000 : 0))
            } else {
              $0.uint8(number | (use.isEssential ? 0x80 : 0))
            }
          }
        }
      }
      for box in document.otherPropertyBoxes { $0.box(box) }
    }
  }

  private func groups(_ writer: inout BoxWriter) {
    guard !document.groups.isEmpty else { return }
    writer.box("grpl") { for group in document.groups { $0.box(group.box) } }
  }

  private func itemData(_ writer: inout BoxWriter) {
    let isNeeded = zip(document.contents, pieces).contains { $0.isInItemData && $1 != nil }
    guard isNeeded else { return }
    writer.box("idat") { appendContents(&$0, inItemData: true) }
  }

  private func locations(_ writer: inout BoxWriter, mediaOffset: Int) {
    let located = document.items.filter { $0.content != nil }
    writer.fullBox("iloc", version: hasWideIDs ? 2 : 1) {
      $0.uint16(0x4400)
      hasWideIDs ? $0.uint32(located.count) : $0.uint16(located.count)
      for item in located {
        guard let index = item.content else { continue }
        let (content, offset, count) = (document.contents[index], offsets[index], Self.byteCount(of: pieces[index]))
        $0.id(item.id, isWide: hasWideIDs)
        $0.uint16(content.isInItemData ? 1 : 0)
        $0.uint16(0)
        // An extent of length 0 would mean the rest of the file.
        $0.uint16(count == 0 ? 0 : 1)
        guard count > 0 else { continue }
        $0.uint32(content.isInItemData ? offset : mediaOffset + offset)
        $0.uint32(count)
      }
    }
  }
}

extension BoxWriter {
  fileprivate mutating func id(_ id: UInt32, isWide: Bool) {
    isWide ? uint32(Int(id)) : uint16(Int(id))
  }
}
