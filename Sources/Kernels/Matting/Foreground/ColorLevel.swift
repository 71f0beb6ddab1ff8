import Imaging

/// Colours of one level of ``ForegroundEstimation``, as 16-bit fractions: half the memory of floats.
struct ColorLevel: Sendable {
  let size: PixelSize
  var colors: [SIMD4<UInt16>]

  init(repeating color: SIMD4<Float>, size: PixelSize) {
    self.size = size
    colors = Array(repeating: Self.packed(color), count: size.area)
  }

  init(size: PixelSize, colors: [SIMD4<UInt16>]) {
    self.size = size
    self.colors = colors
  }

  @inline(__always) static func unpacked(_ color: SIMD4<UInt16>) -> SIMD4<Float> {
    SIMD4<Float>(color) * (1 / 65535)
  }

  /// - Precondition: `color` is in `0...1`.
  @inline(__always) static func packed(_ color: SIMD4<Float>) -> SIMD4<UInt16> {
    SIMD4<UInt16>(truncatingIfNeeded: SIMD4<Int32>(color * 65535 + 0.5))
  }

  func pixels(colorSpace: ColorSpace) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba8, colorSpace: colorSpace) { bytes in
      for index in colors.indices {
        for component in 0..<3 {
          bytes[4 &* index &+ component] = UInt8((UInt32(colors[index][component]) &* 255 &+ 32767) / 65535)
        }
        bytes[4 &* index &+ 3] = 255
      }
    }
  }
}
