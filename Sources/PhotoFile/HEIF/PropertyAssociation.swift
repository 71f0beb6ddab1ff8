/// An association of an item with a property: an entry of `ipma` (ISO/IEC 23008-12, 9.3).
struct PropertyAssociation: Hashable {
  let item: UInt32
  /// The place of the property in `ipco`, from 0.
  let index: Int
  /// Whether the property is essential: a reader that does not support it must not show the item.
  let isEssential: Bool

  /// Reads `ipma` boxes. Their entries together are limited.
  ///
  /// - Parameter propertyCount: the properties that there are.
  static func associations(
    _ boxes: [Box], in bytes: [UInt8], propertyCount: Int, limits: ReadingLimits
  ) throws(HEIFError) -> [PropertyAssociation] {
    var associations: [PropertyAssociation] = []
    var total = 0
    for box in boxes {
      var reader = BoxReader(bytes: bytes, box: box)
      let (version, flags) = try reader.fullBoxHeader()
      let isWide = flags & 1 != 0
      for _ in 0..<(try reader.uint32()) {
        let item = try version == 0 ? UInt32(reader.uint16()) : reader.uint32()
        let count = Int(try reader.uint8())
        // An item without properties counts too.
        total += max(count, 1)
        guard total <= limits.itemDetails else {
          throw .limitExceeded(ReadingLimits.refusal("\(total) properties of items", limits.itemDetails, "items"))
        }
        for _ in 0..<count {
          let word = try isWide ? reader.uint16() : Int(reader.uint8())
          let (number, isEssential) = isWide ? (word & 0x7FFF, word >> 15 == 1) : (word & 0x7F, word >> 7 == 1)
          guard number > 0 else { continue }
          guard number <= propertyCount else { throw .malformed("item \(item) has a property that is not there") }
          associations.append(PropertyAssociation(item: item, index: number - 1, isEssential: isEssential))
        }
      }
    }
    return associations
  }
}
