/// A stream of H.264 (ITU-T H.264, Main profile) whose pictures are coded as two fields, each an access unit of its
/// own. Macroblocks are not compressed (I_PCM), so that nothing of a field is predicted.
struct SyntheticFieldStream {
  /// Macroblocks of a row, and rows of them in a field.
  var columns = 4
  var rows = 2
  /// Pictures, each of two fields.
  var pictures = 6
  /// Whether pictures may be reordered by one, so that a decoder holds each back.
  var isReordered = false
  /// The fields, counted from 0, whose macroblocks are damaged from the middle on.
  var damaged: Set<Int> = []

  var bytes: [UInt8] {
    var stream = Self.unit(9, importance: 0, [0x10]) + parameterSets
    for field in 0..<2 * pictures {
      if field > 0 { stream += Self.unit(9, importance: 0, [0x10]) }
      stream += slice(field)
    }
    return stream
  }

  private var parameterSets: [UInt8] {
    var sequence = Bits()
    for byte in [77, 0, 30] { sequence.append(byte, 8) }
    // Identifier, 4 bits for frame numbers and for orders, two reference frames.
    for value in [0, 0, 0, 0, 2] { sequence.appendCode(value) }
    sequence.append(0, 1)
    sequence.appendCode(columns - 1)
    sequence.appendCode(rows - 1)
    // Not frames alone, no macroblocks of two fields, direct inference, no cropping.
    sequence.append(0b0010, 4)
    sequence.append(isReordered ? 1 : 0, 1)
    if isReordered {
      // The restrictions in VUI: one reordered picture, two in the buffer.
      sequence.append(0b11, 10)
      for value in [0, 0, 0, 0, 1, 2] { sequence.appendCode(value) }
    }
    sequence.close()
    var picture = Bits()
    picture.appendCode(0)
    picture.appendCode(0)
    picture.append(0, 2)
    for _ in 0..<3 { picture.appendCode(0) }
    picture.append(0, 3)
    for _ in 0..<3 { picture.appendCode(0) }
    // Slices say how they are deblocked.
    picture.append(0b100, 3)
    picture.close()
    return Self.unit(7, importance: 3, sequence.bytes) + Self.unit(8, importance: 3, picture.bytes)
  }

  private func slice(_ field: Int) -> [UInt8] {
    let (number, bottom, isFirst) = (field / 2, field % 2, field == 0)
    var bits = Bits()
    for value in [0, 7, 0] { bits.appendCode(value) }
    bits.append(number % 16, 4)
    bits.append(1, 1)
    bits.append(bottom, 1)
    if isFirst { bits.appendCode(0) }
    bits.append(field % 16, 4)
    bits.append(0, isFirst ? 2 : 1)
    bits.appendCode(0)
    // Not deblocked.
    bits.appendCode(1)
    bits.appendCode(25)
    bits.align()
    var data = bits.bytes
    for block in 0..<columns * rows {
      // The type again, and zeros up to the next byte.
      if block > 0 { data += [0x0D, 0] }
      if damaged.contains(field), block == columns * rows / 2 {
        for place in 0..<200 { data.append(UInt8(place * 73 % 251 + 1)) }
        break
      }
      let shade = 8 * number + 5 * block
      for place in 0..<256 { data.append(UInt8(20 + (shade + place % 7) % 200)) }
      data += [UInt8](repeating: 128, count: 128)
    }
    return Self.unit(isFirst ? 5 : 1, importance: 3, data + [0x80])
  }

  /// A NAL unit with its start code; its payload contains no start code.
  private static func unit(_ type: UInt8, importance: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var (unit, zeros): ([UInt8], Int) = ([0, 0, 0, 1, importance << 5 | type], 0)
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return unit
  }

  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ value: Int, _ size: Int) {
      for place in (0..<size).reversed() {
        if count % 8 == 0 { bytes.append(0) }
        if value >> place & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
        count += 1
      }
    }

    /// An unsigned number of Exp-Golomb's code.
    mutating func appendCode(_ value: Int) {
      let size = Int.bitWidth - (value + 1).leadingZeroBitCount
      append(0, size - 1)
      append(value + 1, size)
    }

    mutating func align() { count = 8 * bytes.count }

    mutating func close() {
      append(1, 1)
      align()
    }
  }
}
