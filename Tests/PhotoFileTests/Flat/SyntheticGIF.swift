/// GIF files, put together byte by byte: a palette of 128 colours, codes that are never packed.
enum SyntheticGIF {
  struct Frame {
    var x = 0
    var y = 0
    let width: Int
    let height: Int
    /// Indices into the palette, row by row from the top.
    let indices: [UInt8]
    var transparent: UInt8?
    var isInterlaced = false
  }

  /// Red, green and blue of an index.
  static func color(_ index: UInt8) -> [UInt8] { [2 * index, 255 - index, index ^ 0x55] }

  static func file(width: Int, height: Int, _ frames: [Frame]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    var bytes = Array("GIF89a".utf8) + number(width) + number(height) + [0xF6, 0, 0]
    for index in 0..<128 { bytes += color(UInt8(index)) }
    for frame in frames {
      if let transparent = frame.transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
      bytes += [0x2C] + number(frame.x) + number(frame.y) + number(frame.width) + number(frame.height)
      bytes += [frame.isInterlaced ? 0x40 : 0, 7]
      var codes: [UInt8] = []
      for start in stride(from: 0, to: frame.indices.count, by: 100) {
        // Before the table has grown to codes of 9 bits it is cleared.
        codes += [0x80] + frame.indices[start..<min(frame.indices.count, start + 100)]
      }
      codes.append(0x81)
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start..<min(codes.count, start + 255)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return bytes + [0x3B]
  }
}
