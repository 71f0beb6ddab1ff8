/// Makes PNG chunks by hand.
enum PNGPieces {
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(UInt32(data.count)) + body + big(checksum(body))
  }

  /// The checksum of a chunk's name and data, which follows them.
  static func checksum(of body: [UInt8]) -> [UInt8] { big(checksum(body)) }

  /// The position of the data of the first chunk of a name.
  static func range(of name: String, in bytes: [UInt8]) -> Range<Int>? {
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[position + 4..<position + 8].elementsEqual(name.utf8) { return position + 8..<position + 8 + length }
      position += length + 12
    }
    return nil
  }

  /// A zlib stream (RFC 1950) of one block that is not compressed (RFC 1951, 3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01, 1] + length + length.map { ~$0 } + bytes + big(UInt32(b << 16 | a))
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 of ISO/IEC 15948, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~remainder
  }
}
