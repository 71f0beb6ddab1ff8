import Imaging

@testable import PhotoFile

/// A HEIF file put together byte by byte from ISO/IEC 14496-12 and 23008-12, in the ways in which writers differ.
struct HEIFVariant {
  struct Item {
    var type: String
    var data: [UInt8] = []
    var contentType: String?
    var isHidden = false
    /// 0 the file, 1 `idat`, 2 other items.
    var method = 0
    /// Into how many pieces the data are cut, with other bytes between them.
    var pieces = 1
    /// Contents of boxes, each with its type and whether it is essential.
    var properties: [(type: String, contents: [UInt8], isEssential: Bool)] = []
  }

  /// Numbered from 1.
  var items: [Item] = []
  var primary = 1
  var references: [(type: String, from: Int, to: [Int])] = []
  /// Boxes at the end of `meta`.
  var furtherBoxes: [UInt8] = []

  var locationVersion = 1
  /// Bytes of offsets, lengths and base offsets in `iloc`.
  var offsetSize = 4
  var lengthSize = 4
  var baseSize = 0
  var indexSize = 0
  /// Whether boxes have their size in 64 bits.
  var hasLargeBoxes = false
  /// Whether the last box states that it extends to the end of the file.
  var endsOpen = false
  var isMetaLast = false
  /// `free` boxes before, after and between all others.
  var hasFreeBoxes = false
  /// Numbers of items in 32 bits.
  var hasLargeIDs = false
  /// Numbers of properties in 15 bits.
  var hasWideIndices = false

  static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A coded picture as an item.
  static func picture(_ picture: CodedPicture, size: PixelSize, isHidden: Bool = false) -> Item {
    Item(
      type: picture.configuration.codec.itemType.description, data: picture.data, isHidden: isHidden,
      properties: [
        ("ispe", [0, 0, 0, 0] + number(size.width, 4) + number(size.height, 4), false),
        (picture.configuration.boxType.description, picture.configuration.bytes, true),
      ])
  }

  private func box(_ type: String, _ contents: [UInt8], isOpen: Bool = false) -> [UInt8] {
    let name = Array(type.utf8)
    if isOpen { return [0, 0, 0, 0] + name + contents }
    if hasLargeBoxes { return [0, 0, 0, 1] + name + Self.number(contents.count + 16, 8) + contents }
    return Self.number(contents.count + 8, 4) + name + contents
  }

  private func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ contents: [UInt8]) -> [UInt8] {
    box(type, [UInt8(version)] + Self.number(flags, 3) + contents)
  }

  private var free: [UInt8] { hasFreeBoxes ? box("free", [1, 2, 3]) + box("skip", []) : [] }
  private var idSize: Int { hasLargeIDs ? 4 : 2 }

  func file() -> [UInt8] {
    let type = box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    // The size of 'meta' does not depend on the offsets in it.
    let metaSize = meta(mediaStart: 0).count
    let media = mediaContents
    let header = hasLargeBoxes && !(endsOpen && !isMetaLast) ? 16 : 8
    let mediaStart = type.count + free.count + header + (isMetaLast ? 0 : metaSize + free.count)
    let mediaBox = box("mdat", media, isOpen: endsOpen && !isMetaLast)
    let metaBox = meta(mediaStart: mediaStart)
    let boxes = isMetaLast ? mediaBox + free + metaBox : metaBox + free + mediaBox
    return type + free + boxes + (endsOpen ? [] : free)
  }

  /// The pieces of items in `mdat`, each after three other bytes.
  private var mediaContents: [UInt8] {
    items.indices.flatMap { number in pieces(of: number).flatMap { [7, 7, 7] + $0 } }
  }

  private func pieces(of index: Int) -> [[UInt8]] {
    let item = items[index]
    guard item.method == 0, !item.data.isEmpty else { return [] }
    let size = (item.data.count + item.pieces - 1) / item.pieces
    return stride(from: 0, to: item.data.count, by: size).map {
      Array(item.data[$0..<min(item.data.count, $0 + size)])
    }
  }

  private func meta(mediaStart: Int) -> [UInt8] {
    let parts = [
      fullBox("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
      fullBox("pitm", version: hasLargeIDs ? 1 : 0, Self.number(primary, idSize)), itemInfo, itemReferences,
      itemProperties, box("idat", items.filter { $0.method == 1 }.flatMap(\.data)),
      itemLocations(mediaStart: mediaStart), furtherBoxes,
    ]
    return fullBox("meta", parts.flatMap { free + $0 } + free)
  }

  private var itemInfo: [UInt8] {
    let entries = items.enumerated().flatMap { index, item in
      fullBox(
        "infe", version: hasLargeIDs ? 3 : 2, flags: item.isHidden ? 1 : 0,
        Self.number(index + 1, idSize) + [0, 0] + Array(item.type.utf8) + [0]
          + (item.contentType.map { Array($0.utf8) + [0] } ?? []))
    }
    return fullBox("iinf", version: hasLargeIDs ? 1 : 0, Self.number(items.count, hasLargeIDs ? 4 : 2) + entries)
  }

  private var itemReferences: [UInt8] {
    let entries = references.flatMap { reference in
      box(
        reference.type,
        Self.number(reference.from, idSize) + Self.number(reference.to.count, 2)
          + reference.to.flatMap { Self.number($0, idSize) })
    }
    return fullBox("iref", version: hasLargeIDs ? 1 : 0, entries)
  }

  private var itemProperties: [UInt8] {
    // Free boxes among the properties count as properties.
    var boxes: [[UInt8]] = []
    var associations: [UInt8] = []
    for (index, item) in items.enumerated() {
      associations += Self.number(index + 1, idSize) + [UInt8(item.properties.count)]
      for property in item.properties {
        if hasFreeBoxes { boxes.append(box("free", [9])) }
        boxes.append(box(property.type, property.contents))
        let essential = property.isEssential ? 1 : 0
        associations += Self.number(boxes.count | essential << (hasWideIndices ? 15 : 7), hasWideIndices ? 2 : 1)
      }
    }
    let container = box("ipco", Array(boxes.joined()))
    let list = fullBox(
      "ipma", version: hasLargeIDs ? 1 : 0, flags: hasWideIndices ? 1 : 0, Self.number(items.count, 4) + associations)
    return box("iprp", free + container + free + list)
  }

  private func itemLocations(mediaStart: Int) -> [UInt8] {
    let indices = locationVersion == 0 ? 0 : indexSize
    var contents = [UInt8(offsetSize << 4 | lengthSize), UInt8(baseSize << 4 | indices)]
    contents += Self.number(items.count, locationVersion == 2 ? 4 : 2)
    var (next, innerNext) = (mediaStart, 0)
    for (index, item) in items.enumerated() {
      var extents: [(offset: Int, length: Int)] = []
      if item.method == 0 {
        for piece in pieces(of: index) {
          extents.append((next + 3, piece.count))
          next += 3 + piece.count
        }
      } else {
        extents = [(innerNext, item.data.count)]
        if item.method == 1 { innerNext += item.data.count }
      }
      let base = baseSize > 0 ? extents.first?.offset ?? 0 : 0
      contents += Self.number(index + 1, locationVersion == 2 ? 4 : 2)
      if locationVersion > 0 { contents += Self.number(item.method, 2) }
      contents += [0, 0] + Self.number(base, baseSize) + Self.number(extents.count, 2)
      for (number, extent) in extents.enumerated() {
        contents += Self.number(number + 1, indices) + Self.number(extent.offset - base, offsetSize)
        contents += Self.number(extent.length, lengthSize)
      }
    }
    return fullBox("iloc", version: locationVersion, contents)
  }
}
