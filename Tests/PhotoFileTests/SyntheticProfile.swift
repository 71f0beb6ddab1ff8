import Kernels

/// ICC profiles made by hand (ICC.1:2022).
enum SyntheticProfile {
  /// Adobe RGB (1998), with noise behind it that no tag leads to.
  static func bytes(count: Int) -> [UInt8] {
    var bytes = ICCProfile.bytes(for: .adobeRGB) ?? []
    bytes += (bytes.count..<max(count, bytes.count)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 16) }
    bytes.replaceSubrange(0..<4, with: number(bytes.count))
    return bytes
  }

  /// The header of an RGB profile, with noise instead of tags.
  static func broken(count: Int) -> [UInt8] {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 16) }
    bytes.replaceSubrange(16..<20, with: "RGB ".utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }

  /// Gray with a power curve to light, or to lightness (L*) if the connection space is L*a*b*.
  static func gray(gamma: Double, connection: String = "XYZ ") -> [UInt8] {
    let power = Int((gamma * 256).rounded())
    return file(
      "GRAY", connection: connection,
      tags: [("kTRC", Array("curv".utf8) + number(0) + number(1) + [UInt8(power >> 8), UInt8(power & 0xFF)])])
  }

  /// Gray by samples of its curve.
  static func gray(curve: [UInt16]) -> [UInt8] {
    let values = curve.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return file(
      "GRAY", connection: "XYZ ", tags: [("kTRC", Array("curv".utf8) + number(0) + number(curve.count) + values)])
  }

  /// The primaries of sRGB with a curve that no standard has, and a private tag of that text.
  static func color(secret: String) -> [UInt8] {
    let samples: [UInt16] = [0, 0x2800, 0x6000, 0xB000, 0xFFFF]
    let curve =
      Array("curv".utf8) + number(0) + number(samples.count) + samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let primaries = [[0x6FA2, 0x38F5, 0x0390], [0x6299, 0xB785, 0x18DA], [0x24A0, 0x0F84, 0xB6CF]]
    let matrix = zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { name, values in
      (name, Array("XYZ ".utf8) + number(0) + values.flatMap(number))
    }
    let text = Array("text".utf8) + number(0) + Array(secret.utf8) + [0]
    return file(
      "RGB ", connection: "XYZ ", tags: matrix + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + [("ZQpr", text)])
  }

  /// Four inks on white paper, with colours near those of offset printing; two or more inks together are black.
  static func inks() -> [UInt8] {
    // L* of 0...255, a* and b* from 128, by cyan, magenta, yellow and black of none or all.
    let single: [Int: [UInt8]] = [
      0b0000: [255, 128, 128], 0b1000: [140, 91, 78], 0b0100: [122, 202, 125], 0b0010: [227, 123, 221],
    ]
    let identity = (0...255).map { UInt8($0) }
    let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000].flatMap(number)
    let colors = (0..<16).flatMap { single[$0] ?? [0, 128, 128] }
    let table =
      Array("mft1".utf8) + number(0) + [4, 3, 2, 0] + matrix + (0..<4).flatMap { _ in identity } + colors
      + (0..<3).flatMap { _ in identity }
    return file("CMYK", connection: "Lab ", tags: [("A2B0", table)])
  }

  private static func file(_ space: String, connection: String, tags: [(String, [UInt8])]) -> [UInt8] {
    let description =
      Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8) + number(8) + number(28)
      + Array("Test".utf8).flatMap { [0, $0] }
    let all = [("desc", description)] + tags
    var (directory, values) = (number(all.count), [UInt8]())
    for (name, value) in all {
      directory += Array(name.utf8) + number(132 + 12 * all.count + values.count) + number(value.count)
      values += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: number(128 + directory.count + values.count))
    header.replaceSubrange(8..<12, with: [4, 0x30, 0, 0])
    header.replaceSubrange(12..<24, with: ("prtr" + space + connection).utf8)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    header.replaceSubrange(68..<80, with: [0xF6D6, 0x10000, 0xD32D].flatMap(number))
    return header + directory + values
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
