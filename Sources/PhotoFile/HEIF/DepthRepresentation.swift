/// What the samples of a disparity map stand for, as HEIF puts it behind the type in `auxC`: the supplemental enhancement
/// information `depth_representation_info` (ITU-T H.265, G.14.2.3).
struct DepthRepresentation: Hashable {
  /// The disparity, in 1/m, of samples that are 0 and of samples that are 255.
  let range: ClosedRange<Double>

  init(range: ClosedRange<Double>) { self.range = range }

  /// The range that Apple's XMP states for a disparity map; nil for any other image.
  init?(xmp: [UInt8]?) {
    guard let xmp else { return nil }
    let bounds = XMPDocument.reading(xmp) { document -> [Double?] in
      guard document.text(.pixelData, "AuxiliaryImageType") == "disparity" else { return [] }
      return ["FloatMinValue", "FloatMaxValue"].map { document.text(.pixelData, $0).flatMap { Double($0) } }
    }
    guard let bounds, bounds.count == 2, let low = bounds[0], let high = bounds[1], low.isFinite, high.isFinite,
      low <= high
    else { return nil }
    range = low...high
  }

  /// The bytes that follow the type's URN, with the lengths that Apple writes.
  var subtype: [UInt8] {
    var writer = BitWriter()
    // Neither the nearest nor the furthest distance, but both disparities.
    writer.bits(0b0011, count: 4)
    // Uniform disparity; the only view.
    writer.unsignedExpGolomb(1)
    writer.unsignedExpGolomb(0)
    Self.write(range.lowerBound, to: &writer)
    Self.write(range.upperBound, to: &writer)
    writer.bit(true)
    return BoxWriter.bytes {
      $0.uint32(writer.bytes.count + 8)
      $0.uint32(writer.bytes.count + 4)
      $0.uint16(0x4E01)
      $0.uint8(177)
      $0.uint8(writer.bytes.count)
      $0.append(writer.bytes)
    }
  }

  /// `depth_rep_info_element`: sign, exponent, and a mantissa of 16 bits.
  private static func write(_ value: Double, to writer: inout BitWriter) {
    let largest = 0x1p95
    let magnitude = min(abs(value), largest)
    writer.bit(value < 0)
    // An exponent of 0 makes the mantissa's unit 2^-30 / 2^16.
    let exponent = magnitude < 0x1p-30 ? 0 : Int(magnitude.exponent) + 31
    let scaled = exponent == 0 ? magnitude * 0x1p46 : (magnitude.significand - 1) * 0x1p16
    writer.bits(exponent, count: 7)
    writer.bits(15, count: 5)
    writer.bits(min(Int(scaled.rounded()), 0xFFFF), count: 16)
  }
}
