/// A reference from an item to others (ISO/IEC 14496-12, 8.11.12): `dimg`, `auxl`, `cdsc`, `thmb`.
struct ItemReference: Hashable, Sendable {
  let type: FourCC
  let from: UInt32
  let to: [UInt32]

  /// Reads an `iref` box.
  static func references(_ box: Box, in bytes: [UInt8], limits: ReadingLimits) throws(HEIFError) -> [ItemReference] {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    let idSize = version == 0 ? 2 : 4
    var references: [ItemReference] = []
    var targetCount = 0
    for entry in try reader.boxes(limits: limits) {
      var reader = BoxReader(bytes: bytes, box: entry)
      let from = UInt32(truncatingIfNeeded: try reader.integer(byteCount: idSize))
      let count = try reader.uint16()
      // The limit is for all together, because each is traversed again for each picture.
      targetCount += count
      guard targetCount <= limits.itemDetails else {
        throw .limitExceeded(
          ReadingLimits.refusal("\(targetCount) references between items", limits.itemDetails, "items"))
      }
      var targets: [UInt32] = []
      for _ in 0..<count { targets.append(UInt32(truncatingIfNeeded: try reader.integer(byteCount: idSize))) }
      references.append(ItemReference(type: entry.type, from: from, to: targets))
    }
    return references
  }
}
