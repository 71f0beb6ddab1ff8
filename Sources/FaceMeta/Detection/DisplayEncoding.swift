import Glibc
import Imaging

extension PixelBuffer {
  /// The picture as `rgba8` with the sRGB transfer curve, as the networks were trained on. Gamuts are not converted,
  /// because they change a face too little.
  func displayEncoded() -> PixelBuffer {
    guard format != .rgba8 || colorSpace.isLinear else { return self }
    let components = format.componentCount
    let isLinear = colorSpace.isLinear
    return PixelBuffer(size: size, format: .rgba8) { result in
      withUnsafeBytes { source in
        for y in 0..<height {
          for x in 0..<width {
            let pixel = y * rowBytes + x * format.bytesPerPixel
            let target = (y * width + x) * 4
            for component in 0..<3 {
              let index = components == 1 ? 0 : component
              let value: Float =
                switch format.bitsPerComponent {
                case 8: Float(source[pixel + index]) / 255
                case 16: Float(source.loadUnaligned(fromByteOffset: pixel + index * 2, as: UInt16.self)) / 65535
                default: source.loadUnaligned(fromByteOffset: pixel + index * 4, as: Float.self)
                }
              result[target + component] = Self.byte(isLinear ? Self.encoded(value) : value)
            }
            result[target + 3] = 255
          }
        }
      }
    }
  }

  /// sRGB's transfer curve (IEC 61966-2-1).
  private static func encoded(_ linear: Float) -> Float {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * powf(linear, 1 / 2.4) - 0.055
  }

  private static func byte(_ value: Float) -> UInt8 {
    // NaN compares as false and becomes black.
    value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
  }
}
