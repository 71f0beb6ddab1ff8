/// Percent-encoding (RFC 3986): bytes as text that signatures, addresses and journals compare as it stands.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// All bytes but letters, digits and `-._~` encoded, as signatures require.
  package static func encoded(_ text: String, keepingSlashes: Bool = false) -> String {
    encoded(text.utf8, keepingSlashes: keepingSlashes)
  }

  /// Encodes bytes that need not be UTF-8.
  package static func encoded(_ source: some Sequence<UInt8>, keepingSlashes: Bool = false) -> String {
    var bytes: [UInt8] = []
    for byte in source {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      case UInt8(ascii: "/") where keepingSlashes: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The decoded text; nil for an invalid percent sign, or bytes that are not UTF-8.
  ///
  /// - Parameter plusIsSpace: as forms have it.
  package static func decoded(_ text: String, plusIsSpace: Bool = false) -> String? {
    decodedBytes(text, plusIsSpace: plusIsSpace).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The decoded bytes; nil for an invalid percent sign.
  ///
  /// - Parameter plusIsSpace: as forms have it.
  package static func decodedBytes(_ text: String, plusIsSpace: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), plusIsSpace {
        bytes.append(UInt8(ascii: " "))
        continue
      }
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The value of a hexadecimal digit; nil for others. (Swift's parsing of integers would take a sign, too.)
  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }
}
