/// Finds pictures that are written as text, in base64 (RFC 4648).
enum TextPictures {
  /// Shorter texts cannot contain a recognizable picture.
  private static let minimumCount = 512
  /// The first bytes of JPEG, PNG, GIF and RIFF (WebP).
  private static let starts = ["/9j/", "iVBORw0K", "R0lGOD", "UklGR"].map { Array($0.utf8) }

  /// The texts in some bytes, which may be broken into lines.
  static func find(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = 0
    while position + minimumCount <= bytes.count {
      guard mayStart(bytes[position]), starts.contains(where: { bytes[position...].starts(with: $0) }) else {
        position += 1
        continue
      }
      let end = bytes[position...].firstIndex { !isPart($0) } ?? bytes.count
      if end - position >= minimumCount { ranges.append(position..<end) }
      position = end
    }
    return ranges
  }

  /// The bytes with spaces in place of such texts.
  static func erased(from bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for range in find(in: bytes) {
      bytes.replaceSubrange(range, with: repeatElement(UInt8(ascii: " "), count: range.count))
    }
    return bytes
  }

  /// Whether it is the first byte of ``starts``: most bytes are none.
  private static func mayStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "i") || byte == UInt8(ascii: "R") || byte == UInt8(ascii: "U")
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), 9, 10, 13, 32:
      true
    default: false
    }
  }
}
