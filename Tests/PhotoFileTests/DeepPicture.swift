import Glibc
import Imaging
import Support

/// A picture of 16 bits a component that is smooth in one half and textured in the other, as photos are.
enum DeepPicture {
  static func pixels(_ size: PixelSize) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: 77)
    return PixelBuffer(size: size, format: .rgba16, colorSpace: .displayP3) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
          let wave = u > 0.5 ? 0.05 * sin(Double(x) * 0.9) * cos(Double(y) * 0.7) : 0
          let grain = u > 0.5 ? Double.random(in: -0.01...0.01, using: &random) : 0
          let rgb = [0.2 + 0.5 * u, 0.25 + 0.5 * v, 0.6 - 0.3 * u * v].map { $0 + wave + grain }
          for (component, value) in (rgb + [1]).enumerated() {
            bytes.storeBytes(
              of: UInt16(min(max(value, 0), 1) * 65535), toByteOffset: 8 * (y * size.width + x) + 2 * component,
              as: UInt16.self)
          }
        }
      }
    }
  }

  /// Gray samples at random, each one of those that `depth` bits can say.
  static func gray(_ size: PixelSize, depth: Int, seed: UInt64) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    let top = (1 << depth) - 1
    return PixelBuffer(size: size, format: .l16, colorSpace: .linearGray) { bytes in
      for index in 0..<size.area {
        let sample = Int.random(in: 0...top, using: &random)
        bytes.storeBytes(
          of: UInt16((Double(sample) * 65535 / Double(top)).rounded()), toByteOffset: 2 * index, as: UInt16.self)
      }
    }
  }
}
