import Imaging

/// Removes metadata from a PNG file, chunk by chunk. The picture's own chunks are unchanged.
enum PNGStripping {
  /// - Parameter parts: metadata, location, serial numbers and thumbnails apply; a PNG has none of the others.
  /// - Returns: the file, with what was found in it.
  static func stripped(
    _ bytes: [UInt8], of parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> (data: [UInt8], record: RemovalRecord) {
    try limits.admit(bytes: bytes.count, file: file)
    let chunks = try PNGChunks(bytes, file: file)
    try limits.admit(chunks.size, file: file)
    let orientation = try PNGMetadata(chunks, in: bytes, file: file, limits: limits).exif()
      .flatMap(EXIFBlock.init)?.orientation
    var cleaning = PNGCleaning(parts, file: file, limits: limits)
    var result = Array(bytes[..<8])
    var position = 8
    var isWhole = false
    while position <= bytes.count - 12 {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - 12 - position else { break }
      let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      let data = bytes[position + 8..<position + 8 + length]
      if let changed = try cleaning.changed(name, data) {
        result += changed == data ? Array(bytes[position..<position + 12 + length]) : chunk(name, Array(changed))
      }
      if name == "IHDR", parts.contains(.metadata), let orientation, orientation != .up,
        let block = EXIFBlock(orientation: orientation)
      {
        result += chunk("eXIf", block.bytes)
      }
      position += 12 + length
      if name == "IEND" {
        isWhole = true
        break
      }
    }
    guard isWhole else { throw .malformed(file: file, reason: "it ends before the chunk IEND") }
    // Bytes after the end are not part of the picture.
    if position < bytes.count { cleaning.noteEnd(bytes.count - position) }
    return (result, cleaning.record)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] {
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
    let content = Array(name.utf8) + data
    return number(UInt32(truncatingIfNeeded: data.count)) + content + number(checksum(content))
  }

  /// ISO 3309's CRC-32, as PNG has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
    return ~value
  }
}
