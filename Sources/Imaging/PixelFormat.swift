/// The layout of a ``PixelBuffer``'s samples in memory.
///
/// Components are interleaved. Integer samples are full range (`0...255`, `0...65535`). Samples of 16 and 32 bits are
/// in native byte order. Float samples are nominally `0...1` and may lie outside.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
  /// One 8-bit component: the format of mattes (`kCVPixelFormatType_OneComponent8`).
  case l8
  /// One 16-bit component.
  case l16
  /// One 32-bit float component.
  case lFloat
  /// Red, green, blue, alpha; 8 bits each. In an opaque buffer alpha is 255.
  case rgba8
  /// Red, green, blue, alpha; 16 bits each. In an opaque buffer alpha is 65535.
  case rgba16
  /// Red, green, blue, alpha; 32-bit floats. In an opaque buffer alpha is 1.
  case rgbaFloat

  /// Components of a pixel: 1 for gray, 4 for colour.
  public var componentCount: Int {
    switch self {
    case .l8, .l16, .lFloat: 1
    case .rgba8, .rgba16, .rgbaFloat: 4
    }
  }

  /// Bits of a component: 8, 16 or 32.
  public var bitsPerComponent: Int {
    switch self {
    case .l8, .rgba8: 8
    case .l16, .rgba16: 16
    case .lFloat, .rgbaFloat: 32
    }
  }

  /// Bytes of a pixel.
  public var bytesPerPixel: Int { componentCount * bitsPerComponent / 8 }
}
