import Imaging

/// The sample layout of headerless frames, with FFmpeg's names.
public enum RawVideoLayout: String, Sendable, Hashable, CaseIterable {
  /// Red, green, blue and alpha, which is read as opaque.
  case rgba
  /// Blue, green, red and alpha, which is read as opaque.
  case bgra
  /// Red, green and blue.
  case rgb24
  /// One component.
  case gray
  /// Planes Y', Cb, Cr, 16...235, chroma half in both dimensions, rounded up.
  case yuv420p

  /// Bytes of a frame.
  public func byteCount(of size: PixelSize) -> Int {
    switch self {
    case .rgba, .bgra: size.area * 4
    case .rgb24: size.area * 3
    case .gray: size.area
    case .yuv420p: size.area + 2 * size.half.area
    }
  }
}
