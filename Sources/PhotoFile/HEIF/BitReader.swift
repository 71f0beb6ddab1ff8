/// Reads bits, most significant first, and the Exp-Golomb numbers of ITU-T H.265, 9.2.
struct BitReader {
  let bytes: [UInt8]
  private(set) var position: Int

  /// - Parameter position: the first bit to read.
  init(bytes: [UInt8], position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func bit() throws(HEIFError) -> Bool {
    guard position >> 3 < bytes.count else { throw .malformed("a parameter set ends too soon") }
    defer { position += 1 }
    return bytes[position >> 3] >> UInt8(7 - position & 7) & 1 == 1
  }

  /// A number of `count` bits, at most 32.
  mutating func bits(_ count: Int) throws(HEIFError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count { value = value << 1 | (try bit() ? 1 : 0) }
    return value
  }

  /// `ue(v)`, at most 32 bits long.
  mutating func unsignedExpGolomb() throws(HEIFError) -> Int {
    var zeros = 0
    while try !bit() {
      zeros += 1
      guard zeros <= 31 else { throw .malformed("a parameter set holds a number that is too large") }
    }
    return (1 << zeros) - 1 + Int(try bits(zeros))
  }

  /// Skips `ue(v)` or `se(v)`, which have the same length.
  mutating func skipExpGolomb(_ count: Int) throws(HEIFError) {
    for _ in 0..<count { _ = try unsignedExpGolomb() }
  }
}
