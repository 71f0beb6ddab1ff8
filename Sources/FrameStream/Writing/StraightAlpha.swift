import Imaging
import Kernels

/// Straight colours, as in movies.
enum StraightAlpha {
  /// The pixels with premultiplied colours divided by alpha; rounded, at most white.
  ///
  /// - Precondition: the format is `rgba8` or `rgba16`.
  static func of(_ pixels: PixelBuffer) -> PixelBuffer {
    guard pixels.alphaType == .premultiplied else { return pixels }
    var result = pixels
    result.alphaType = .straight
    forEachRow(
      of: &result, deep: { divide($0, count: $1) }, shallow: { divide($0, count: $1) })
    return result
  }

  /// The pixels over black, opaque, blended in encoded values.
  ///
  /// - Precondition: the format is `rgba8` or `rgba16`.
  static func overBlack(_ pixels: PixelBuffer) -> PixelBuffer {
    guard pixels.alphaType != .opaque else { return pixels }
    var result = pixels
    let isStraight = pixels.alphaType == .straight
    result.alphaType = .opaque
    forEachRow(
      of: &result, deep: { cover($0, count: $1, multiplying: isStraight) },
      shallow: { cover($0, count: $1, multiplying: isStraight) })
    return result
  }

  /// Calls one of the two closures with each row and its number of pixels, on all cores.
  private static func forEachRow(
    of pixels: inout PixelBuffer, deep: @Sendable (UnsafeMutablePointer<UInt16>, Int) -> Void,
    shallow: @Sendable (UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    let (width, height, rowBytes) = (pixels.width, pixels.height, pixels.rowBytes)
    let isDeep = pixels.format == .rgba16
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // Each band writes rows of its own.
      nonisolated(unsafe) let first = base
      RowBands(height: height).concurrentPerform { rows in
        for y in rows {
          let row = first + y * rowBytes
          if isDeep {
            deep(row.assumingMemoryBound(to: UInt16.self), width)
          } else {
            shallow(row.assumingMemoryBound(to: UInt8.self), width)
          }
        }
      }
    }
  }

  private static func cover<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutablePointer<Sample>, count: Int, multiplying: Bool
  ) {
    let maximum = UInt64(Sample.max)
    for x in 0..<count {
      let alpha = UInt64(samples[4 &* x &+ 3])
      samples[4 &* x &+ 3] = .max
      guard multiplying, alpha < maximum else { continue }
      for place in 4 &* x..<4 &* x &+ 3 {
        samples[place] = Sample((UInt64(samples[place]) &* alpha &+ maximum / 2) / maximum)
      }
    }
  }

  private static func divide<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutablePointer<Sample>, count: Int
  ) {
    let maximum = UInt64(Sample.max)
    for x in 0..<count {
      let alpha = UInt64(samples[4 &* x &+ 3])
      guard alpha > 0, alpha < maximum else { continue }
      for place in 4 &* x..<4 &* x &+ 3 {
        samples[place] = Sample(min(maximum, (UInt64(samples[place]) &* maximum &+ alpha / 2) / alpha))
      }
    }
  }
}
