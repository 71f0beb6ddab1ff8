/// A cursor over a range of a file that reads big-endian numbers, strings and boxes within its range.
struct BoxReader {
  let bytes: ArraySlice<UInt8>
  private(set) var position: Int
  let end: Int
  /// Number of boxes that contain the range.
  let depth: Int

  /// The whole of a file.
  init(bytes: [UInt8]) { self.init(bytes[...]) }

  /// A whole slice. Ranges and positions are its indices.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    end = bytes.endIndex
    depth = 0
  }

  /// The contents of a box.
  init(bytes: [UInt8], box: Box) {
    self.bytes = bytes[...]
    position = box.payload.lowerBound
    end = box.payload.upperBound
    depth = box.depth
  }

  var remaining: Int { end - position }

  mutating func skip(_ count: Int) throws(HEIFError) {
    guard count >= 0, count <= remaining else { throw .malformed("a box ends too soon") }
    position += count
  }

  /// A big-endian number of `byteCount` bytes, `0...8`; zero bytes give 0, as `iloc` requires.
  mutating func integer(byteCount: Int) throws(HEIFError) -> UInt64 {
    let start = position
    try skip(byteCount)
    var value: UInt64 = 0
    for index in start..<position { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  mutating func uint8() throws(HEIFError) -> UInt8 { UInt8(truncatingIfNeeded: try integer(byteCount: 1)) }
  mutating func uint16() throws(HEIFError) -> Int { Int(truncatingIfNeeded: try integer(byteCount: 2)) }
  mutating func uint32() throws(HEIFError) -> UInt32 { UInt32(truncatingIfNeeded: try integer(byteCount: 4)) }
  mutating func fourCC() throws(HEIFError) -> FourCC { FourCC(rawValue: try uint32()) }

  /// The version and flags of a full box.
  mutating func fullBoxHeader() throws(HEIFError) -> (version: Int, flags: UInt32) {
    let word = try uint32()
    return (Int(word >> 24), word & 0xFF_FFFF)
  }

  /// A string up to its zero byte, or to the end of the range if the writer omitted it.
  mutating func string() throws(HEIFError) -> String {
    let text = bytes[position..<end].prefix { $0 != 0 }
    try skip(min(text.count + 1, remaining))
    return String(decoding: text, as: UTF8.self)
  }

  /// The range of the next `count` bytes.
  mutating func range(_ count: Int) throws(HEIFError) -> Range<Int> {
    let start = position
    try skip(count)
    return start..<position
  }

  /// The next box, or nil at the end of the range.
  mutating func box(limits: ReadingLimits) throws(HEIFError) -> Box? {
    guard remaining > 0 else { return nil }
    guard depth < limits.boxDepth else {
      throw .limitExceeded(ReadingLimits.refusal("boxes in \(depth) others", limits.boxDepth, "boxDepth"))
    }
    let start = position
    let shortSize = try uint32()
    let type = try fourCC()
    let size: UInt64
    switch shortSize {
    case 0: size = UInt64(end - start)
    case 1: size = try integer(byteCount: 8)
    default: size = UInt64(shortSize)
    }
    guard size >= UInt64(position - start), size <= UInt64(end - start) else {
      throw .malformed("box '\(type)' at byte \(start) says it has \(size) bytes, \(end - start) are there")
    }
    let payload = position..<start + Int(size)
    position = payload.upperBound
    return Box(type: type, payload: payload, depth: depth + 1)
  }

  /// All boxes up to the end of the range.
  mutating func boxes(limits: ReadingLimits) throws(HEIFError) -> [Box] {
    var boxes: [Box] = []
    while let box = try box(limits: limits) {
      guard boxes.count < limits.itemDetails else {
        throw .limitExceeded(
          ReadingLimits.refusal("more than \(boxes.count) boxes in one", limits.itemDetails, "items"))
      }
      boxes.append(box)
    }
    return boxes
  }
}
