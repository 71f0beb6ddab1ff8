/// The four characters that name a box, an item's type, a reference or a brand.
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Precondition: the literal has four ASCII characters.
  init(stringLiteral value: StaticString) {
    precondition(value.utf8CodeUnitCount == 4 && value.isASCII, "a four-character code has four characters")
    rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The four characters; unprintable ones are shown as dots.
  var description: String {
    let characters = stride(from: 24, through: 0, by: -8).map { shift -> Character in
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      return (0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : "."
    }
    return String(characters)
  }
}
