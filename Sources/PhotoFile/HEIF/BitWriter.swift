/// Writes bits, most significant first, and the Exp-Golomb numbers of ITU-T H.265, 9.2.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func bit(_ value: Bool) {
    if count & 7 == 0 { bytes.append(0) }
    if value { bytes[count >> 3] |= 0x80 >> UInt8(count & 7) }
    count += 1
  }

  /// The lower `count` bits of a number.
  mutating func bits(_ value: Int, count: Int) {
    for shift in stride(from: count - 1, through: 0, by: -1) { bit(value >> shift & 1 == 1) }
  }

  /// `ue(v)`
  ///
  /// - Precondition: `value` is not negative.
  mutating func unsignedExpGolomb(_ value: Int) {
    let length = Int.bitWidth - (value + 1).leadingZeroBitCount
    bits(0, count: length - 1)
    bits(value + 1, count: length)
  }
}
