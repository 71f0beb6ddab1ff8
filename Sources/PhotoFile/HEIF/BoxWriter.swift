/// Writes big-endian numbers and boxes, each with its size filled in when it is complete.
struct BoxWriter {
  private(set) var bytes: [UInt8] = []

  /// The bytes that `body` writes.
  static func bytes(_ body: (inout BoxWriter) -> Void) -> [UInt8] {
    var writer = BoxWriter()
    body(&writer)
    return writer.bytes
  }

  mutating func append(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }
  mutating func uint8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }

  mutating func uint16(_ value: Int) {
    uint8(value >> 8)
    uint8(value)
  }

  mutating func uint32(_ value: Int) {
    uint16(value >> 16)
    uint16(value)
  }

  mutating func fourCC(_ value: FourCC) { uint32(Int(value.rawValue)) }

  /// A string and its zero byte.
  mutating func string(_ value: String) {
    append(value.utf8)
    uint8(0)
  }

  mutating func box(_ type: FourCC, _ body: (inout BoxWriter) -> Void) {
    let start = bytes.count
    uint32(0)
    fourCC(type)
    body(&self)
    let size = bytes.count - start
    for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
  }

  mutating func fullBox(
    _ type: FourCC, version: Int = 0, flags: Int = 0, _ body: (inout BoxWriter) -> Void
  ) {
    box(type) {
      $0.uint32(version << 24 | flags)
      body(&$0)
    }
  }
}
