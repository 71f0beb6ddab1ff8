/// Recognizes a part of a picture's file, even without the file's first bytes.
///
/// A trace has at least 36 bits: of 30,000 random texts of a megabyte, about one has a trace by chance.
enum PictureTraces {
  /// Whether the bytes contain a trace of JPEG, PNG, GIF, WebP, HEIC or AVIF.
  static func areFound(in bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(9).contains { position in
      switch bytes[position] {
      case 0xFF: isOfJPEG(bytes[position..<position + 10])
      case UInt8(ascii: "G"): has(bytes, "GIF89a", at: position) || has(bytes, "GIF87a", at: position)
      // A graphic control extension, and the picture after it.
      case 0x21:
        bytes[position + 1] == 0xF9 && bytes[position + 2] == 4 && bytes[position + 7] == 0
          && bytes[position + 8] == 0x2C
      // A chunk of less than 16 MiB, whose length stands before its name.
      case UInt8(ascii: "I"):
        position >= 4 && bytes[position - 4] == 0
          && (has(bytes, "IDAT", at: position) || has(bytes, "IHDR", at: position))
      case UInt8(ascii: "W"): has(bytes, "WEBPVP8", at: position)
      case UInt8(ascii: "f"): has(bytes, "ftyp", at: position) && brands.contains { has(bytes, $0, at: position + 4) }
      default: false
      }
    }
  }

  /// The brands of pictures in HEIF (ISO/IEC 23008-12, B.4.1; AVIF, 6).
  private static let brands = ["mif1", "msf1", "heic", "heix", "hevc", "hevx", "avif", "avis"]

  private static func has(_ bytes: [UInt8], _ text: String, at position: Int) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  /// Whether a table of quantization (DQT) or the frame's header (SOF0 to SOF2) begins here (ITU T.81, B.2).
  private static func isOfJPEG(_ bytes: ArraySlice<UInt8>) -> Bool {
    func byte(_ index: Int) -> UInt8 { bytes[bytes.startIndex + index] }
    guard byte(2) == 0 else { return false }
    switch byte(1) {
    case 0xDB:
      // Tables of 8 bits, one to three, and the first one's number.
      return [0x43, 0x84, 0xC5].contains(byte(3)) && byte(4) < 4
    case 0xC0, 0xC1, 0xC2:
      // 8 bits a sample, and three bytes for each of one or three components.
      return byte(4) == 8 && [1, 3].contains(byte(9)) && byte(3) == 8 + 3 * byte(9)
    default: return false
    }
  }
}
