/// An item's entry in `iinf`, of any version and with all its fields (ISO/IEC 14496-12, 8.11.6).
struct ItemEntry: Hashable, Sendable {
  private var version: Int
  private let flags: UInt32
  private(set) var id: UInt32
  /// Not 0 for an encrypted item.
  let protection: Int
  /// Zeros for an entry of the first versions, which have no type.
  let type: FourCC
  /// The name, the MIME type or the URI after the type.
  private var tail: [UInt8]

  init(id: UInt32, type: FourCC, contentType: String? = nil, isHidden: Bool) {
    flags = isHidden ? 1 : 0
    protection = 0
    self.type = type
    tail = [0] + (contentType.map { Array($0.utf8) + [0] } ?? [])
    self.id = id
    version = id > 0xFFFF ? 3 : 2
  }

  /// Reads the contents of `infe`.
  init(_ reader: inout BoxReader) throws(HEIFError) {
    let header = try reader.fullBoxHeader()
    guard header.version <= 3 else { throw .unsupported("'infe' of version \(header.version)") }
    (version, flags) = header
    id = try header.version == 3 ? reader.uint32() : UInt32(reader.uint16())
    protection = try reader.uint16()
    type = try header.version >= 2 ? reader.fourCC() : FourCC(rawValue: 0)
    tail = Array(reader.bytes[try reader.range(reader.remaining)])
  }

  /// The same entry under another number.
  func renumbered(_ id: UInt32) -> ItemEntry {
    var entry = self
    entry.id = id
    if entry.version >= 2 { entry.version = id > 0xFFFF ? 3 : 2 }
    return entry
  }

  /// Removes the name that people or programs gave the item, which the picture does not need.
  mutating func removeName() {
    guard isTyped, let end = tail.firstIndex(of: 0) else { return }
    tail.removeSubrange(..<end)
  }

  /// Whether the entry states the item's type.
  var isTyped: Bool { version >= 2 }
  var isHidden: Bool { flags & 1 != 0 }

  /// The string after the name: the MIME type or the URI.
  private var secondString: String? {
    guard let end = tail.firstIndex(of: 0) else { return nil }
    return String(decoding: tail[(end + 1)...].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The MIME type of an item of type `mime`.
  var contentType: String? { type == "mime" ? secondString : nil }
  /// The URI of an item of type `uri `.
  var uri: String? { type == "uri " ? secondString : nil }

  /// Whether the item is an XMP packet.
  var isXMP: Bool { contentType == "application/rdf+xml" }

  /// The name of the item in lists.
  var name: String { [type.description, contentType ?? uri].compactMap(\.self).joined(separator: " ") }

  var box: RawBox {
    RawBox(
      "infe",
      BoxWriter.bytes {
        $0.uint32(version << 24 | Int(flags))
        version == 3 ? $0.uint32(Int(id)) : $0.uint16(Int(id))
        $0.uint16(protection)
        if version >= 2 { $0.fourCC(type) }
        $0.append(tail)
      })
  }
}
