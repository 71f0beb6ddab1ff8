import CYCbCr
import Imaging
import Kernels

/// Turns decoded YCbCr into RGBA (ITU-T H.273, 8.3).
///
/// Chroma is interpolated linearly between samples that lie in the middle of their pixels, which is how they are averaged
/// when written.
enum YCbCrConversion {
  /// The pixels of a part of a picture: `rgba8`, or `rgba16` over the whole range for samples of more than 8 bits.
  ///
  /// - Precondition: `rect` lies in the picture.
  static func rgba(
    _ picture: YCbCrPicture, rect: PixelRect, colorSpace: ColorSpace
  ) throws(HEIFFault) -> PixelBuffer {
    let isDeep = picture.depth > 8
    let matrix = try matrix(of: picture, maximum: isDeep ? 65_535 : 255)
    return PixelBuffer(size: rect.size, format: isDeep ? .rgba16 : .rgba8, colorSpace: colorSpace) { output in
      guard let base = output.baseAddress else { return }
      // Each row is written by one job.
      nonisolated(unsafe) let rows = base
      let rowBytes = rect.width * (isDeep ? 8 : 4)
      RowBands(height: rect.height, minimumRows: 32).concurrentPerform { band in
        convert(picture, matrix, columns: rect.minX..<rect.maxX, rows: band) { y in
          (rect.minY + y, rows + y * rowBytes)
        }
      }
    }
  }

  /// Converts `rows`; `place` says which row of the picture each is and where it goes.
  private static func convert(
    _ picture: YCbCrPicture, _ matrix: cycbcr_matrix, columns: Range<Int>, rows: Range<Int>,
    place: (Int) -> (source: Int, target: UnsafeMutableRawPointer)
  ) {
    let width = picture.size.width
    let bytes = picture.bytesPerSample
    let chroma = picture.chromaSize
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * width) { upsampled in
      guard let cb = upsampled.baseAddress else { return }
      let cr = cb + width
      upsampled.initialize(repeating: matrix.chromaOffset)
      for row in rows {
        let (y, target) = place(row)
        if picture.chromaFormat > 0 {
          let (near, far) = chromaRows(for: y, isHalved: picture.chromaFormat == 1, count: chroma.height)
          for (plane, output) in [(picture.cb, cb), (picture.cr, cr)] {
            plane.withUnsafeBytes { samples in
              guard let base = samples.baseAddress else { return }
              let stride = chroma.width * bytes
              cycbcr_upsample_row(
                base + near * stride, base + far * stride, Int32(bytes), chroma.width,
                picture.chromaFormat == 3 ? 0 : 1, width, output)
            }
          }
        }
        picture.luma.withUnsafeBytes { samples in
          guard let base = samples.baseAddress else { return }
          var matrix = matrix
          let luma = base + (y * width + columns.lowerBound) * bytes
          let (blue, red) = (cb + columns.lowerBound, cr + columns.lowerBound)
          if picture.depth > 8 {
            cycbcr_decode_row16(
              luma, Int32(bytes), blue, red, columns.count, &matrix, target.assumingMemoryBound(to: UInt16.self))
          } else {
            cycbcr_decode_row8(
              luma, Int32(bytes), blue, red, columns.count, &matrix, target.assumingMemoryBound(to: UInt8.self))
          }
        }
      }
    }
  }

  /// The chroma row that a row lies in, and the one that it lies next to.
  private static func chromaRows(for y: Int, isHalved: Bool, count: Int) -> (near: Int, far: Int) {
    guard isHalved else { return (y, y) }
    let near = y / 2
    return (near, min(max(y.isMultiple(of: 2) ? near - 1 : near + 1, 0), count - 1))
  }

  private static func matrix(of picture: YCbCrPicture, maximum: Float) throws(HEIFFault) -> cycbcr_matrix {
    let points = picture.codePoints
    // Red's and blue's share of luma. Unspecified counts as BT.601, what still pictures use.
    let (red, blue): (Float, Float)
    switch points.matrix {
    case 1: (red, blue) = (0.2126, 0.0722)
    case 2, 5, 6: (red, blue) = (0.299, 0.114)
    case 9: (red, blue) = (0.2627, 0.0593)
    default: throw .unsupported("YCbCr with matrix coefficients \(points.matrix)")
    }
    let top = Float((1 << picture.depth) - 1)
    let step = Float(1 << (picture.depth - 8))
    let luma = maximum / (points.isFullRange ? top : 219 * step)
    let chroma = maximum / (points.isFullRange ? top : 224 * step)
    let green = 1 - red - blue
    return cycbcr_matrix(
      luma: luma, redCr: chroma * 2 * (1 - red), greenCb: chroma * -2 * (1 - blue) * blue / green,
      greenCr: chroma * -2 * (1 - red) * red / green, blueCb: chroma * 2 * (1 - blue),
      lumaOffset: points.isFullRange ? 0 : 16 * step, chromaOffset: Float(1 << (picture.depth - 1)))
  }
}
