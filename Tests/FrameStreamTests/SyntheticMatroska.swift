/// A Matroska file of uncompressed gray pictures of 4 by 2 pixels, made by hand after RFC 9559.
struct SyntheticMatroska {
  /// The gray of each picture, and its time in milliseconds before the delay is taken off.
  var pictures: [(gray: UInt8, time: Int16)]
  /// What is taken off every time, in milliseconds.
  var codecDelay: UInt32

  private static func element(_ id: UInt32, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    let name = number(id).drop { $0 == 0 }
    return Array(name) + [0x10 | UInt8(body.count >> 24)] + number(UInt32(body.count)).dropFirst() + body
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  var bytes: [UInt8] {
    let number = Self.number
    let header = Self.element(
      0x1A45_DFA3, Self.element(0x4282, Array("matroska".utf8)), Self.element(0x4287, [4]), Self.element(0x4285, [2]))
    let info = Self.element(0x1549_A966, Self.element(0x2AD7B1, number(1_000_000)))
    let video = Self.element(
      0xE0, Self.element(0xB0, [4]), Self.element(0xBA, [2]), Self.element(0x2EB524, Array("Y800".utf8)))
    let track = Self.element(
      0xAE, Self.element(0xD7, [1]), Self.element(0x73C5, [1]), Self.element(0x83, [1]),
      Self.element(0x86, Array("V_UNCOMPRESSED".utf8)), Self.element(0x56AA, number(codecDelay * 1_000_000)), video)
    let blocks = pictures.map { picture in
      let time = UInt16(bitPattern: picture.time)
      return Self.element(
        0xA3, [0x81, UInt8(time >> 8), UInt8(time & 255), 0x80], [UInt8](repeating: picture.gray, count: 8))
    }
    let cluster = Self.element(0x1F43_B675, Self.element(0xE7, [0]), blocks.flatMap { $0 })
    return header + Self.element(0x1853_8067, info, Self.element(0x1654_AE6B, track), cluster)
  }
}
