import Imaging
import Kernels

/// A picture's samples in the formats of files.
enum EncodablePixels {
  /// 8 bits a component without alpha, for JPEG: transparency is shown on white.
  static func opaqueEightBit(_ pixels: PixelBuffer) -> PixelBuffer {
    if pixels.format == .l8 { return pixels }
    if pixels.format == .rgba8 && pixels.alphaType == .opaque { return pixels }
    let isGray = pixels.format.componentCount == 1
    let alphaType = pixels.alphaType
    return converted(pixels, to: isGray ? .l8 : .rgba8, alphaType: .opaque) { (pixel: inout SIMD4<Float>) in
      switch alphaType {
      case .opaque: break
      case .premultiplied: pixel += SIMD4(repeating: 1 - pixel.w)
      case .straight: pixel = pixel * pixel.w + SIMD4(repeating: 1 - pixel.w)
      }
      pixel.w = 1
    }
  }

  /// 8 or 16 bits a component with straight alpha, for PNG.
  static func straightInteger(_ pixels: PixelBuffer) -> PixelBuffer {
    let isPremultiplied = pixels.alphaType == .premultiplied && pixels.format.componentCount == 4
    let format: PixelFormat =
      switch pixels.format {
      case .lFloat: .l16
      case .rgbaFloat: .rgba16
      default: pixels.format
      }
    if format == pixels.format && !isPremultiplied { return pixels }
    return converted(pixels, to: format, alphaType: isPremultiplied ? .straight : pixels.alphaType) {
      (pixel: inout SIMD4<Float>) in
      guard isPremultiplied, pixel.w > 0 else { return }
      let alpha = pixel.w
      pixel /= alpha
      pixel.w = alpha
    }
  }

  /// 8 bits of red, green, blue and straight alpha. Gray becomes RGB of the same light.
  static func eightBitColor(_ pixels: PixelBuffer) -> PixelBuffer {
    var result = straightInteger(pixels).converted(to8Bit: .rgba8)
    guard pixels.format.componentCount == 1 else { return result }
    result.alphaType = .opaque
    switch pixels.colorSpace {
    case .linearGray: result.colorSpace = .extendedLinearSRGB
    case .gray: result.colorSpace = .sRGB
    default: break
    }
    return result
  }

  /// The alpha of a picture as `l8` or `l16`; nil if all its pixels are opaque.
  static func alpha(of pixels: PixelBuffer) -> PixelBuffer? {
    guard pixels.alphaType != .opaque, pixels.format.componentCount == 4 else { return nil }
    let isDeep = pixels.format.bitsPerComponent > 8
    let alpha = PixelBuffer(size: pixels.size, format: isDeep ? .l16 : .l8, colorSpace: .linearGray) { target in
      pixels.withUnsafeBytes { source in
        for y in 0..<pixels.height {
          let row = UnsafeRawBufferPointer(rebasing: source[(y * pixels.rowBytes)...])
          for x in 0..<pixels.width {
            let index = y * pixels.width + x
            switch pixels.format {
            case .rgba8: target[index] = row[4 * x + 3]
            case .rgba16:
              let sample = row.loadUnaligned(fromByteOffset: 8 * x + 6, as: UInt16.self)
              target.storeBytes(of: sample, toByteOffset: 2 * index, as: UInt16.self)
            default:
              let sample = row.loadUnaligned(fromByteOffset: 16 * x + 12, as: Float.self)
              target.storeBytes(of: UInt16(rounding: sample), toByteOffset: 2 * index, as: UInt16.self)
            }
          }
        }
      }
    }
    return alpha.bytes.allSatisfy { $0 == 255 } ? nil : alpha
  }

  /// Maps every pixel as `0...1` through `body`, clamped to the format's range. Gray pixels pass their sample as `x`.
  private static func converted(
    _ pixels: PixelBuffer, to format: PixelFormat, alphaType: AlphaType, _ body: (inout SIMD4<Float>) -> Void
  ) -> PixelBuffer {
    let (width, components) = (pixels.width, pixels.format.componentCount)
    let scale: Float = format.bitsPerComponent == 8 ? 255 : 65535
    return PixelBuffer(size: pixels.size, format: format, colorSpace: pixels.colorSpace, alphaType: alphaType) {
      target in
      pixels.withUnsafeBytes { source in
        for y in 0..<pixels.height {
          let row = UnsafeRawBufferPointer(rebasing: source[(y * pixels.rowBytes)...])
          let start = y * width * components
          for x in 0..<width {
            var pixel = SIMD4<Float>(0, 0, 0, 1)
            for c in 0..<components { pixel[c] = sample(row, x * components + c, pixels.format) }
            body(&pixel)
            // The comparison also converts NaN to 0.
            pixel.replace(with: 0, where: .!(pixel .> 0))
            pixel = pixel.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
            for c in 0..<components {
              let value = Int32(pixel[c] * scale + 0.5)
              if format.bitsPerComponent == 8 {
                target[start + x * components + c] = UInt8(truncatingIfNeeded: value)
              } else {
                target.storeBytes(
                  of: UInt16(truncatingIfNeeded: value), toByteOffset: (start + x * components + c) * 2, as: UInt16.self
                )
              }
            }
          }
        }
      }
    }
  }

  private static func sample(_ row: UnsafeRawBufferPointer, _ index: Int, _ format: PixelFormat) -> Float {
    switch format {
    case .l8, .rgba8: Float(row[index]) / 255
    case .l16, .rgba16: Float(row.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)) / 65535
    case .lFloat, .rgbaFloat: row.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
    }
  }
}
