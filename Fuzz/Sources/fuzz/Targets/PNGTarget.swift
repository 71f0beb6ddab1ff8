import Imaging

@testable import PhotoFile

extension FuzzTarget {
  /// A whole file, decoded by libpng. The checksums of chunks are put right first: no mutation would hit them.
  static let png = FuzzTarget(
    name: "png",
    seeds: {
      var photo = SeedPhoto.full()
      let profile = try? photo.data(as: .png)
      photo.pixels = SeedPhoto.pixels(PixelSize(width: 9, height: 7), .rgba16, alphaType: .straight)
      let gray = Photo(pixels: SeedPhoto.pixels(PixelSize(width: 11, height: 5), .l8))
      return [try photo.data(as: .png), try gray.data(as: .png)] + [profile].compactMap(\.self)
    },
    words: [
      "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "sRGB", "iCCP", "iTXt", "zTXt", "tEXt", "eXIf", "bKGD", "sBIT",
      "hIST", "sPLT", "pHYs", "tIME", "cHRM", "oFFs", "pCAL", "sCAL", "XML:com.adobe.xmp\0",
    ]
  ) { bytes in
    readPhoto(withChecksums(bytes))
  }

  private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - position - 12 else { break }
      let end = position + 8 + length
      var remainder: UInt32 = 0xFFFF_FFFF
      for byte in bytes[position + 4..<end] {
        remainder = checksumTable[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
      }
      for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: ~remainder >> UInt32(24 - 8 * index)) }
      position = end + 4
    }
    return bytes
  }

  /// CRC-32 of ISO/IEC 15948, annex D.
  private static let checksumTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
