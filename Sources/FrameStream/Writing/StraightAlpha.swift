import Imaging
import Kernels

/// Colours that are not multiplied by alpha, as movies hold them.
enum StraightAlpha {
  /// The pixels with their colours divided by alpha, where they are premultiplied; rounded, at most white.
  ///
  /// - Precondition: the format is `rgba8` or `rgba16`.
  static func of(_ pixels: PixelBuffer) -> PixelBuffer {
    guard pixels.alphaType == .premultiplied else { return pixels }
    var result = pixels
    result.alphaType = .straight
    let (width, rowBytes) = (pixels.width, pixels.rowBytes)
    let isDeep = pixels.format == .rgba16
    result.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // Each band writes rows of its own.
      nonisolated(unsafe) let first = base
      RowBands(height: pixels.height).concurrentPerform { rows in
        for y in rows {
          let row = first + y * rowBytes
          if isDeep {
            divide(row.assumingMemoryBound(to: UInt16.self), count: width)
          } else {
            divide(row.assumingMemoryBound(to: UInt8.self), count: width)
          }
        }
      }
    }
    return result
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
