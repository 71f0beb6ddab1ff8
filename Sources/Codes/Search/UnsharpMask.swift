import Imaging

/// Unsharp masking of luma, which partly undoes the blur of a lens out of focus.
enum UnsharpMask {
  /// - Parameters:
  ///   - luma: the luma, of format `l8`.
  ///   - radius: the radius of the mean that is subtracted, in pixels; it is applied twice.
  ///   - amount: how much of the difference is added.
  static func applied(to luma: PixelBuffer, radius: Int, amount: Int32) -> PixelBuffer {
    let (width, height) = (luma.width, luma.height)
    let means = transposedMeans(transposedMeans(luma, radius), radius)
    let smooth = transposedMeans(transposedMeans(means, radius), radius)
    return PixelBuffer(size: luma.size, format: .l8, colorSpace: luma.colorSpace) { target in
      luma.withUnsafeBytes { source in
        smooth.withUnsafeBytes { smooth in
          for y in 0..<height {
            for x in 0..<width {
              let sample = Int32(source[y &* luma.rowBytes &+ x])
              let sharp = sample &+ amount &* (sample &- Int32(smooth[y &* width &+ x]))
              target[y &* width &+ x] = UInt8(truncatingIfNeeded: min(max(sharp, 0), 255))
            }
          }
        }
      }
    }
  }

  /// The means along the rows, with rows and columns exchanged; edges are repeated.
  private static func transposedMeans(_ luma: PixelBuffer, _ radius: Int) -> PixelBuffer {
    let (width, height) = (luma.width, luma.height)
    let count = Int32(2 * radius + 1)
    return PixelBuffer(size: luma.size.transposed, format: .l8, colorSpace: luma.colorSpace) { target in
      luma.withUnsafeBytes { source in
        for y in 0..<height {
          let row = y &* luma.rowBytes
          func sample(_ x: Int) -> Int32 { Int32(source[row &+ min(max(x, 0), width &- 1)]) }
          var sum: Int32 = 0
          for x in -radius...radius { sum &+= sample(x) }
          for x in 0..<width {
            target[x &* height &+ y] = UInt8(truncatingIfNeeded: (sum &+ count / 2) / count)
            sum &+= sample(x &+ radius &+ 1) &- sample(x &- radius)
          }
        }
      }
    }
  }
}
