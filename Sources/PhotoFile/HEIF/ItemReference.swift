/// A reference from an item to others (ISO/IEC 14496-12, 8.11.12): `dimg`, `auxl`, `cdsc`, `thmb`.
struct ItemReference: Hashable {
  let type: FourCC
  let from: UInt32
  let to: [UInt32]

  /// Reads an `iref` box.
  static func references(_ box: Box, in bytes: [UInt8], limits: ReadingLimits) throws(HEIFFault) -> [ItemReference] {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    let idSize = version == 0 ? 2 : 4
    var references: [ItemReference] = []
    for entry in try reader.boxes(limits: limits) {
      guard references.count < limits.items else {
        throw .limitExceeded("more than \(limits.items) references between items")
      }
      var reader = BoxReader(bytes: bytes, box: entry)
      let from = UInt32(truncatingIfNeeded: try reader.integer(byteCount: idSize))
      let count = try reader.uint16()
      guard count <= limits.items else { throw .limitExceeded("item \(from) refers to \(count) items") }
      var targets: [UInt32] = []
      for _ in 0..<count { targets.append(UInt32(truncatingIfNeeded: try reader.integer(byteCount: idSize))) }
      references.append(ItemReference(type: entry.type, from: from, to: targets))
    }
    return references
  }
}
