/// ``DepthRepresentation`` as stored in HEIF after the type in `auxC`: the supplemental enhancement information
/// `depth_representation_info` (ITU-T H.265, G.14.2.3).
extension DepthRepresentation {
  /// `payloadType` of the message.
  private static let payloadType: UInt8 = 177

  /// Reads the bytes after the type's URN: the length of the messages, then each with its length. Nil if none of them
  /// states both ends of the range.
  init?(subtype: [UInt8]) {
    guard let read = try? Self.reading(subtype) else { return nil }
    self = read
  }

  private static func reading(_ subtype: [UInt8]) throws(HEIFError) -> DepthRepresentation? {
    var reader = BoxReader(bytes: subtype)
    try reader.skip(4)
    while reader.remaining > 0 {
      let unit = try reader.range(Int(try reader.uint32()))
      // Two bytes of NAL unit header, then the message's type and length, which fit in a byte each.
      let message = HEVCNALUnit(bytes: Array(subtype[unit])).unescaped
      guard message.count > 4, message[0] >> 1 & 63 == 39, message[2] == payloadType else { continue }
      return try reading(message: Array(message[4...]))
    }
    return nil
  }

  private static func reading(message: [UInt8]) throws(HEIFError) -> DepthRepresentation? {
    var reader = BitReader(bytes: message)
    // Nearest and furthest distance, lowest and highest disparity.
    let isPresent = [try reader.bit(), try reader.bit(), try reader.bit(), try reader.bit()]
    let kind = try reader.unsignedExpGolomb()
    if isPresent[2] || isPresent[3] { _ = try reader.unsignedExpGolomb() }
    var values: [Double?] = []
    for flag in isPresent { values.append(flag ? try element(&reader) : nil) }
    switch kind {
    case 0:
      // Inverse distance, between those of the furthest and the nearest point.
      guard let near = values[0], let far = values[1], near > 0, far > 0 else { return nil }
      return made(.disparity, 1 / far, 1 / near)
    case 1: return made(.disparity, values[2], values[3])
    case 2: return made(.depth, values[0], values[1])
    // Distances with a nonlinear table.
    default: return nil
    }
  }

  private static func made(_ quantity: Quantity, _ low: Double?, _ high: Double?) -> DepthRepresentation? {
    guard let low, let high, low <= high, Float(low).isFinite, Float(high).isFinite else { return nil }
    return DepthRepresentation(quantity: quantity, minimum: Float(low), maximum: Float(high))
  }

  /// The bytes that follow the type's URN, with the lengths that Apple writes.
  var subtype: [UInt8] {
    var writer = BitWriter()
    // Either both distances or both disparities, evenly spaced; of the only view.
    let isDepth = quantity == .depth
    writer.bits(isDepth ? 0b1100 : 0b0011, count: 4)
    writer.unsignedExpGolomb(isDepth ? 2 : 1)
    if !isDepth { writer.unsignedExpGolomb(0) }
    Self.write(minimum, to: &writer)
    Self.write(maximum, to: &writer)
    writer.bit(true)
    let message = HEVCNALUnit(unescaped: [0x4E, 0x01, Self.payloadType, UInt8(writer.bytes.count)] + writer.bytes)
    return BoxWriter.bytes {
      $0.uint32(message.bytes.count + 4)
      $0.uint32(message.bytes.count)
      $0.append(message.bytes)
    }
  }

  /// `depth_rep_info_element`: sign, exponent, and a mantissa of 16 bits as Apple's, or of all 23 if 16 are lossy.
  private static func write(_ value: Float, to writer: inout BitWriter) {
    let largest: Float = 0x1p95
    let magnitude = value.isFinite ? min(abs(value), largest) : largest
    writer.bit(value < 0)
    // An exponent of 0 makes the mantissa's unit 2^-30.
    let exponent = magnitude < 0x1p-30 ? 0 : Int(magnitude.exponent) + 31
    let fraction = exponent == 0 ? Double(magnitude) * 0x1p30 : Double(magnitude.significand) - 1
    let length = fraction * 0x1p16 == (fraction * 0x1p16).rounded() ? 16 : 23
    writer.bits(exponent, count: 7)
    writer.bits(length - 1, count: 5)
    writer.bits(min(Int((fraction * Double(1 << length)).rounded()), 1 << length - 1), count: length)
  }

  private static func element(_ reader: inout BitReader) throws(HEIFError) -> Double? {
    let sign: Double = try reader.bit() ? -1 : 1
    let exponent = Int(try reader.bits(7))
    let length = Int(try reader.bits(5)) + 1
    let mantissa = Double(try reader.bits(length)) / Double(UInt64(1) << UInt64(length))
    // 127 means unknown.
    guard exponent < 127 else { return nil }
    return exponent == 0 ? sign * 0x1p-30 * mantissa : sign * (1 + mantissa) * power(exponent - 31)
  }

  private static func power(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
