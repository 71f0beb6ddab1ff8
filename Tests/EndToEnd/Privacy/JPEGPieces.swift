/// Parts of files, made byte by byte.
enum JPEGPieces {
  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
  }

  /// The position of the first segment of a marker.
  static func start(of marker: UInt8, in bytes: [UInt8]) -> Int {
    var position = 2
    while position + 4 <= bytes.count, bytes[position + 1] != marker {
      position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
    }
    return position
  }

  static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    big(UInt32(contents.count + 8)) + Array(type.utf8) + contents
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in content {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return big(UInt32(data.count)) + content + big(~remainder)
  }

  /// Samsung's data: entries with names, and their directory.
  static func samsung(_ entries: [(name: String, data: [UInt8])]) -> [UInt8] {
    let types: [String: UInt16] = ["Image_UTC_Data": 0x0A01, "MCC_Data": 0x0AA1, "MotionPhoto_Data": 0x0A30]
    let blocks = entries.map { entry in
      [0, 0] + little(types[entry.name] ?? 0, 2) + little(entry.name.utf8.count, 4) + Array(entry.name.utf8)
        + entry.data
    }
    let total = blocks.reduce(0) { $0 + $1.count }
    var directory = Array("SEFH".utf8) + little(101, 4) + little(entries.count, 4)
    var position = 0
    for (entry, block) in zip(entries, blocks) {
      directory += [0, 0] + little(types[entry.name] ?? 0, 2) + little(total - position, 4) + little(block.count, 4)
      position += block.count
    }
    return blocks.flatMap(\.self) + directory + little(directory.count, 4) + Array("SEFT".utf8)
  }

  /// FLIR's segment with a record of the place.
  static func flir() -> [UInt8] {
    var place = little(1, 4) + [2, 2, 0, 0] + Array("N\0E\0".utf8) + [0, 0, 0, 0]
    for value in [SecretPlace.latitude, SecretPlace.longitude] {
      place += withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    }
    place += [UInt8](repeating: 0, count: 80)
    let header =
      Array("FFF\0".utf8) + [UInt8](repeating: 0, count: 16) + little(100, 4) + little(64, 4) + little(1, 4)
      + [UInt8](repeating: 0, count: 32)
    let entry =
      little(0x2B, 2) + [0, 0] + little(100, 4) + little(1, 4) + little(96, 4) + little(place.count, 4)
      + [UInt8](repeating: 0, count: 12)
    return Array("FLIR\0".utf8) + [1, 0, 0] + header + entry + place
  }

  private static func little(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }
}
