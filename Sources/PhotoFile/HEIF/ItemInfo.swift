/// An item of a HEIF file as `infe` describes it (ISO/IEC 14496-12, 8.11.6).
struct ItemInfo: Hashable {
  let id: UInt32
  let type: FourCC
  /// The MIME type of an item of type `mime`.
  let contentType: String?
  /// Whether the item is not to be shown: a tile, an auxiliary image, metadata.
  let isHidden: Bool

  init(id: UInt32, type: FourCC, contentType: String? = nil, isHidden: Bool = false) {
    self.id = id
    self.type = type
    self.contentType = contentType
    self.isHidden = isHidden
  }

  /// Reads one `infe` box; nil for one of a version that no picture has.
  init?(_ box: Box, in bytes: [UInt8]) throws(HEIFFault) {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, flags) = try reader.fullBoxHeader()
    guard version == 2 || version == 3 else { return nil }
    id = try version == 2 ? UInt32(reader.uint16()) : reader.uint32()
    try reader.skip(2)
    type = try reader.fourCC()
    _ = try reader.string()
    contentType = type == "mime" ? try reader.string() : nil
    isHidden = flags & 1 != 0
  }

  /// Reads the items of an `iinf` box.
  static func items(_ box: Box, in bytes: [UInt8], limits: ReadingLimits) throws(HEIFFault) -> [ItemInfo] {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    let count = try version == 0 ? reader.uint16() : Int(reader.uint32())
    guard count <= limits.items else {
      throw .limitExceeded(ReadingLimits.refusal("\(count) items", limits.items, "items"))
    }
    var items: [ItemInfo] = []
    for entry in try reader.boxes(limits: limits) where entry.type == "infe" {
      guard items.count < count else { throw .malformed("'iinf' holds more items than it says") }
      if let item = try ItemInfo(entry, in: bytes) { items.append(item) }
    }
    return items
  }
}
