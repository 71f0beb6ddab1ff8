import Glibc

/// ICC profiles with a table from samples to light and none back, as Apple's "Wide Color Sharing Profile" is.
public enum TableProfile {
  /// A version 2 display profile with one `mft2` table (ICC.1:2001-04, 6.5.7): the curve of sRGB, then the XYZ of the
  /// eight mixes of red, green and blue, between which readers interpolate.
  ///
  /// - Parameter colorants: X, Y and Z of red, green and blue under D50.
  public static func bytes(colorants: [SIMD3<Double>]) -> [UInt8] {
    var table: [UInt8] = Array("mft2".utf8) + [0, 0, 0, 0, 3, 3, 2, 0]
    for value in [1, 0, 0, 0, 1, 0, 0, 0, 1] { table += word(value << 16) }
    table += half(256) + half(2)
    for _ in 0..<3 { for sample in 0..<256 { table += half(Int((65535 * light(Double(sample) / 255)).rounded())) } }
    for corner in 0..<8 {
      var color = SIMD3<Double>()
      for (bit, colorant) in zip([4, 2, 1], colorants) where corner & bit != 0 { color += colorant }
      // 1 is 0x8000.
      for value in [color.x, color.y, color.z] { table += half(min(max(Int((32768 * value).rounded()), 0), 65535)) }
    }
    for _ in 0..<3 { table += half(0) + half(65535) }
    let name: [UInt8] =
      Array("desc".utf8) + [0, 0, 0, 0] + word(7) + Array("Tables".utf8) + [UInt8](repeating: 0, count: 79)
    let tags: [(String, [UInt8])] = [("desc", name), ("A2B0", table)]
    var offset = 132 + 12 * tags.count
    var index = word(tags.count)
    var data: [UInt8] = []
    for (signature, bytes) in tags {
      let padded = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
      index += Array(signature.utf8) + word(offset) + word(bytes.count)
      data += padded
      offset += padded.count
    }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at place: Int) { header.replaceSubrange(place..<place + bytes.count, with: bytes) }
    put(word(offset), at: 0)
    put([2, 0x40, 0, 0], at: 8)
    put(Array("mntrRGB XYZ ".utf8), at: 12)
    put(Array("acsp".utf8), at: 36)
    put(word(0xF6D6) + word(0x10000) + word(0xD32D), at: 68)
    return header + index + data
  }

  /// The curve of sRGB (IEC 61966-2-1).
  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  private static func half(_ value: Int) -> [UInt8] { [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  /// Under D50: Display P3, and ProPhoto RGB (ROMM, ISO 22028-2).
  public static let displayP3 = [
    SIMD3(0.51512, 0.24120, -0.00105), SIMD3(0.29198, 0.69225, 0.04189), SIMD3(0.15710, 0.06657, 0.78407),
  ]
  public static let proPhoto = [
    SIMD3(0.79767, 0.28804, 0), SIMD3(0.13519, 0.71188, 0), SIMD3(0.03134, 0.00009, 0.82491),
  ]
}
