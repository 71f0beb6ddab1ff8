import Imaging

/// Removes metadata from a PNG file, chunk by chunk. The picture's own chunks stay as they are.
enum PNGStripping {
  /// - Parameter parts: metadata, location and serial numbers count; a PNG has none of the others.
  static func stripped(_ bytes: [UInt8], of parts: Set<StripPart>, file: String) throws(PhotoFileError) -> [UInt8] {
    let chunks = try PNGChunks(bytes, file: file)
    let limits = ReadingLimits.default
    let metadata = try PNGMetadata(chunks, in: bytes, file: file, limits: limits).photoMetadata()
    let additions = try additions(for: metadata, parts: parts, file: file)
    var result = Array(bytes[..<8])
    var position = 8
    while position <= bytes.count - 12 {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - 12 - position else { break }
      let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      let data = bytes[position + 8..<position + 8 + length]
      if !isRemoved(name, data, metadata: parts.contains(.metadata)) {
        result += bytes[position..<position + 12 + length]
      }
      // New chunks lie where most writers have them.
      if name == "IHDR" { result += additions }
      position += 12 + length
      if name == "IEND" { break }
    }
    return result
  }

  /// The chunks that take the place of what is removed.
  private static func additions(
    for metadata: PhotoMetadata, parts: Set<StripPart>, file: String
  ) throws(PhotoFileError) -> [UInt8] {
    if parts.contains(.metadata) {
      guard let orientation = metadata.exif.flatMap(EXIFBlock.init)?.orientation, orientation != .up,
        let block = EXIFBlock(orientation: orientation)
      else { return [] }
      return chunk("eXIf", block.bytes)
    }
    func failure(_ what: String) -> PhotoFileError {
      .unsupported(file: file, reason: HEIFStripping.unreadable(what))
    }
    let removal = MetadataRemoval(parts)
    var result: [UInt8] = []
    if let block = metadata.exif {
      guard let changed = removal.exif(block) else { throw failure("EXIF") }
      result += chunk("eXIf", changed)
    }
    if let packet = metadata.xmp {
      guard let changed = removal.xmp(packet) else { throw failure("XMP") }
      result += chunk("iTXt", PNGMetadata.xmpKeyword + [0, 0, 0, 0] + changed)
    }
    return result
  }

  private static func isRemoved(_ name: String, _ data: ArraySlice<UInt8>, metadata isAll: Bool) -> Bool {
    switch name {
    case "eXIf": return true
    case "tEXt", "zTXt", "iTXt":
      // ImageMagick's way to keep EXIF, XMP and IPTC, which nobody looks into here.
      return isAll || data.starts(with: PNGMetadata.xmpKeyword) || data.starts(with: "Raw profile type".utf8)
    case "tIME": return isAll
    default:
      // Letters say of a chunk that it is private and not needed to show the picture.
      let letters = Array(name.utf8)
      return isAll && letters.count == 4 && letters[0] & 0x20 != 0 && letters[1] & 0x20 != 0
    }
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
