import CPixelKernels
import Imaging

/// Reduces pictures by area averaging: each pixel is the mean of the source pixels that it covers, weighted by overlap.
///
/// Rows can be given one after the other, so that the larger picture need not be in memory. Straight colour is weighted
/// by alpha.
package struct AreaReduction: Sendable {
  /// The rows of the larger picture for each row of the smaller one.
  package let rows: AreaWeights
  private let columns: AreaWeights
  private let format: PixelFormat
  private let isStraight: Bool
  private let sourceWidth: Int

  /// - Parameters:
  ///   - source: the size of the larger picture.
  ///   - target: not larger than `source` in either dimension.
  ///   - scale: a numerator and denominator, if a decoder has scaled the larger picture from another, whose size is
  ///     `original`, rounding up its size.
  package init(
    from source: PixelSize, to target: PixelSize, of format: PixelFormat, alphaType: AlphaType,
    scale: (original: PixelSize, numerator: Int, denominator: Int)? = nil
  ) {
    func weights(_ count: Int, _ original: Int?, _ target: Int) -> AreaWeights {
      guard let scale, let original else { return AreaWeights(count: count, numerator: count, target: target) }
      return AreaWeights(
        count: count, numerator: original * scale.numerator, denominator: scale.denominator, target: target)
    }
    columns = weights(source.width, scale?.original.width, target.width)
    rows = weights(source.height, scale?.original.height, target.height)
    self.format = format
    isStraight = alphaType == .straight && format.componentCount == 4
    sourceWidth = source.width
  }

  /// The number of sums of a row.
  package var sumCount: Int { sourceWidth * format.componentCount }

  /// Adds a row of the larger picture, with a weight, to a row's sums.
  package func add(_ row: UnsafeRawPointer, weight: Float, to sums: UnsafeMutablePointer<Float>) {
    if format.bitsPerComponent == 8, !isStraight {
      pk_add_weighted8(sums, row, sumCount, weight)
    } else if format.bitsPerComponent == 8 {
      add(row.assumingMemoryBound(to: UInt8.self), weight: weight, to: sums, maximum: 255)
    } else {
      add(row.assumingMemoryBound(to: UInt16.self), weight: weight, to: sums, maximum: 65535)
    }
  }

  private func add<Sample: FixedWidthInteger>(
    _ row: UnsafePointer<Sample>, weight: Float, to sums: UnsafeMutablePointer<Float>, maximum: Float
  ) {
    guard isStraight else {
      for index in 0..<sumCount { sums[index] += weight * Float(row[index]) }
      return
    }
    for x in 0..<sourceWidth {
      let alpha = weight * Float(row[4 &* x &+ 3])
      let fraction = alpha / maximum
      for c in 0..<3 { sums[4 &* x &+ c] += fraction * Float(row[4 &* x &+ c]) }
      sums[4 &* x &+ 3] += alpha
    }
  }

  /// Writes a row of the smaller picture from its sums.
  package func finish(_ sums: UnsafePointer<Float>, into row: UnsafeMutableRawPointer) {
    if format == .rgba8, !isStraight {
      columns.withUnsafeWeights { weights, offsets in
        columns.starts.withUnsafeBufferPointer { starts in
          pk_mean_rgba8(row, sums, columns.count, starts.baseAddress, offsets, weights)
        }
      }
    } else if format.bitsPerComponent == 8 {
      finish(sums, into: row.assumingMemoryBound(to: UInt8.self), maximum: 255)
    } else {
      finish(sums, into: row.assumingMemoryBound(to: UInt16.self), maximum: 65535)
    }
  }

  private func finish<Sample: FixedWidthInteger>(
    _ sums: UnsafePointer<Float>, into row: UnsafeMutablePointer<Sample>, maximum: Float
  ) {
    let components = format.componentCount
    columns.withUnsafeWeights { weights, offsets in
      for x in 0..<columns.count {
        var mean = SIMD4<Float>()
        var source = sums + columns.starts[x] &* components
        for index in offsets[x]..<offsets[x &+ 1] {
          for c in 0..<components { mean[c] += weights[index] * source[c] }
          source += components
        }
        if isStraight, mean.w > 0 {
          let alpha = mean.w
          mean *= maximum / alpha
          mean.w = alpha
        }
        mean = (mean + 0.5).clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: maximum))
        for c in 0..<components { row[x &* components &+ c] = Sample(truncatingIfNeeded: Int32(mean[c])) }
      }
    }
  }

  /// Reduces a whole picture in memory, or a region of it, on all cores.
  package func reduced(_ pixels: PixelBuffer, region: PixelRect? = nil) -> PixelBuffer {
    let region = region ?? PixelRect(pixels.size)
    precondition(PixelRect(pixels.size).contains(region) && region.width == sourceWidth && pixels.format == format)
    let size = PixelSize(width: columns.count, height: rows.count)
    return PixelBuffer(
      size: size, format: pixels.format, colorSpace: pixels.colorSpace, alphaType: pixels.alphaType
    ) { output in
      guard let target = output.baseAddress else { return }
      // Each row is written by one job.
      nonisolated(unsafe) let rowsOut = target
      let rowBytes = size.width * pixels.format.bytesPerPixel
      RowBands(height: size.height, minimumRows: 8).concurrentPerform { band in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: sumCount) { sums in
          guard let base = sums.baseAddress else { return }
          pixels.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            let samples = first + region.y * pixels.rowBytes + region.x * format.bytesPerPixel
            for y in band {
              sums.initialize(repeating: 0)
              for row in rows.span(y) {
                add(samples + row * pixels.rowBytes, weight: rows.weight(of: row, in: y), to: base)
              }
              finish(base, into: rowsOut + y * rowBytes)
            }
          }
        }
      }
    }
  }
}
