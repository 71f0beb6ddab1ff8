/// A group of items in `grpl`, such as alternatives to choose from (ISO/IEC 14496-12, 8.18).
struct EntityGroup: Hashable, Sendable {
  let type: FourCC
  private let header: UInt32
  /// The number of the group, which is not an item's.
  let id: UInt32
  var entities: [UInt32]
  private let tail: [UInt8]

  init(type: FourCC, id: UInt32, entities: [UInt32]) {
    self.type = type
    header = 0
    self.id = id
    self.entities = entities
    tail = []
  }

  init(_ box: Box, in bytes: [UInt8], limits: ReadingLimits) throws(HEIFError) {
    var reader = BoxReader(bytes: bytes, box: box)
    type = box.type
    header = try reader.uint32()
    id = try reader.uint32()
    let count = Int(try reader.uint32())
    guard count <= limits.items else {
      throw .limitExceeded(ReadingLimits.refusal("a group of \(count) items", limits.items, "items"))
    }
    var entities: [UInt32] = []
    for _ in 0..<count { entities.append(try reader.uint32()) }
    self.entities = entities
    tail = Array(bytes[try reader.range(reader.remaining)])
  }

  var box: RawBox {
    RawBox(
      type,
      BoxWriter.bytes {
        $0.uint32(Int(header))
        $0.uint32(Int(id))
        $0.uint32(entities.count)
        for entity in entities { $0.uint32(Int(entity)) }
        $0.append(tail)
      })
  }
}
