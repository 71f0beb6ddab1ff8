import Glibc

/// The maker note of iPhones in EXIF: `Apple iOS`, a version and a byte order, then a directory as in TIFF, whose
/// offsets are relative to the block's first byte.
struct AppleMakerNote {
  private static let signature = Array("Apple iOS\0\0\u{1}".utf8)
  private static let directoryStart = 14
  private static let signedRational = 10

  private enum Tag {
    static let hdrHeadroom = 0x21
    static let hdrGain = 0x30
  }

  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Nil if the block is another maker's.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature), bytes.count >= Self.directoryStart + 2 else { return nil }
    isBigEndian = bytes[12..<14].elementsEqual("MM".utf8)
    guard isBigEndian || bytes[12..<14].elementsEqual("II".utf8) else { return nil }
    self.bytes = bytes
  }

  /// The headroom: the brightness of the brightest highlights relative to white, `1` for none: Apple's formula from two
  /// numbers of the note ("Applying Apple HDR effect to your photos", developer.apple.com). Nil if they are missing.
  var hdrHeadroom: Double? {
    guard let headroom = rational(Tag.hdrHeadroom), let gain = rational(Tag.hdrGain) else { return nil }
    let stops =
      switch (headroom < 1, gain <= 0.01) {
      case (true, true): -20 * gain + 1.8
      case (true, false): -0.101 * gain + 1.601
      case (false, true): -70 * gain + 3
      case (false, false): -0.303 * gain + 2.303
      }
    return Self.power(max(stops, 0))
  }

  private func integer(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return (0..<size).reduce(0) { $0 << 8 | Int(bytes[offset + (isBigEndian ? $1 : size - 1 - $1)]) }
  }

  private func rational(_ tag: Int) -> Double? {
    guard let count = integer(at: Self.directoryStart, size: 2) else { return nil }
    for position in stride(from: Self.directoryStart + 2, to: Self.directoryStart + 2 + 12 * count, by: 12) {
      guard integer(at: position, size: 2) == tag else { continue }
      guard integer(at: position + 2, size: 2) == Self.signedRational, integer(at: position + 4, size: 4) == 1,
        let place = integer(at: position + 8, size: 4), let numerator = integer(at: place, size: 4),
        let denominator = integer(at: place + 4, size: 4), denominator != 0
      else { return nil }
      return Double(Int32(truncatingIfNeeded: numerator)) / Double(Int32(truncatingIfNeeded: denominator))
    }
    return nil
  }

  /// 2 to a nonnegative power.
  private static func power(_ exponent: Double) -> Double { exp2(min(exponent, 16)) }
}
