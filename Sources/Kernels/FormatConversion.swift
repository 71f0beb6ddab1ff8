import Imaging

extension PixelBuffer {
  /// The same samples in another 8-bit layout, for networks and guides.
  ///
  /// Gray becomes equal red, green and blue; 16-bit and float samples are rounded to 8 bits and clamped to `0...1`. The
  /// colour space is unchanged: colours are not converted. A buffer without alpha gets an opaque one.
  public func converted(to8Bit target: EightBitFormat) -> PixelBuffer {
    let format = target.format
    guard format != self.format else { return self }
    let source = (components: self.format.componentCount, bits: self.format.bitsPerComponent)
    let components = format.componentCount
    return withUnsafeBytes { input in
      PixelBuffer(size: size, format: format, colorSpace: colorSpace, alphaType: alphaType) { output in
        // Bands write rows of their own.
        nonisolated(unsafe) let output = output
        nonisolated(unsafe) let input = input
        RowBands(height: height).concurrentPerform { rows in
          for y in rows {
            for x in 0..<width {
              let pixel = y &* rowBytes &+ x &* source.components &* (source.bits / 8)
              func sample(_ component: Int) -> UInt8 {
                let index = source.components == 1 ? 0 : component
                return Self.eightBitSample(of: input, at: pixel &+ index &* (source.bits / 8), bits: source.bits)
              }
              let place = (y &* width &+ x) &* components
              if components == 4 {
                output[place] = sample(0)
                output[place &+ 1] = sample(1)
                output[place &+ 2] = sample(2)
                output[place &+ 3] = source.components == 4 ? sample(3) : 255
              } else {
                // Rec. 709 weights in 1/256.
                let sum = 54 &* Int(sample(0)) &+ 183 &* Int(sample(1)) &+ 19 &* Int(sample(2)) &+ 128
                output[place] = source.components == 1 ? sample(0) : UInt8(truncatingIfNeeded: sum >> 8)
              }
            }
          }
        }
      }
    }
  }

  /// A sample of 8 or 16 bits, or a float, in 8 bits.
  @inline(__always)
  private static func eightBitSample(of input: UnsafeRawBufferPointer, at offset: Int, bits: Int) -> UInt8 {
    switch bits {
    case 8: return input[offset]
    case 16:
      let value = input.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
      return UInt8(truncatingIfNeeded: (UInt32(value) &* 255 &+ 32767) / 65535)
    default:
      let value = input.loadUnaligned(fromByteOffset: offset, as: Float.self)
      return value >= 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
    }
  }

  /// The 8-bit formats that ``converted(to8Bit:)`` makes.
  public enum EightBitFormat: Sendable, Hashable {
    /// One component.
    case l8
    /// Red, green, blue and alpha.
    case rgba8

    var format: PixelFormat {
      switch self {
      case .l8: .l8
      case .rgba8: .rgba8
      }
    }
  }
}
