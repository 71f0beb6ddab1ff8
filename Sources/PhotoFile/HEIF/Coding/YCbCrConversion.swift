import CPixelKernels
import Imaging

/// Converts decoded YCbCr to RGBA (ITU-T H.273, 8.3).
///
/// Chroma is interpolated linearly between samples sited at the centre of their pixels, which matches the averaging of
/// writers.
struct YCbCrConversion: Sendable {
  /// `rgba8`, or `rgba16` in full range for samples of more than 8 bits.
  let format: PixelFormat
  private let matrix: PKYCbCrMatrix

  /// - Throws: `unsupported` for a matrix of H.273, table 4, that is not linear in RGB, or unknown.
  init(depth: Int, codePoints: ColorCodePoints) throws(HEIFError) {
    format = depth > 8 ? .rgba16 : .rgba8
    matrix = try Self.matrix(codePoints, depth: depth, maximum: depth > 8 ? 65_535 : 255)
  }

  /// The floats that ``convert(_:row:columns:scratch:to:)`` needs room for.
  static func scratchCount(for picture: YCbCrPicture) -> Int { 2 * picture.size.width }

  /// Converts some columns of a row.
  func convert(
    _ picture: YCbCrPicture, row y: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<Float>,
    to target: UnsafeMutableRawPointer
  ) {
    let width = picture.size.width
    let bytes = picture.bytesPerSample
    let (cb, cr) = (scratch, scratch + width)
    if picture.chromaFormat > 0 {
      let chroma = picture.chromaSize
      let (near, far) = Self.chromaRows(for: y, isHalved: picture.chromaFormat == 1, count: chroma.height)
      for (plane, output) in [(picture.cb, cb), (picture.cr, cr)] {
        pk_ycbcr_upsample(
          plane + near * picture.chromaStride, plane + far * picture.chromaStride, Int32(bytes), chroma.width,
          picture.chromaFormat == 3 ? 0 : 1, width, output)
      }
    } else {
      scratch.update(repeating: matrix.chromaOffset, count: 2 * width)
    }
    var matrix = matrix
    let luma = picture.luma + y * picture.lumaStride + columns.lowerBound * bytes
    let (blue, red) = (cb + columns.lowerBound, cr + columns.lowerBound)
    if format == .rgba16 {
      pk_ycbcr_decode16(
        luma, Int32(bytes), blue, red, columns.count, &matrix, target.assumingMemoryBound(to: UInt16.self))
    } else {
      pk_ycbcr_decode8(
        luma, Int32(bytes), blue, red, columns.count, &matrix, target.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// The chroma row of a row, and its neighbouring one.
  private static func chromaRows(for y: Int, isHalved: Bool, count: Int) -> (near: Int, far: Int) {
    guard isHalved else { return (y, y) }
    let near = y / 2
    return (near, min(max(y.isMultiple(of: 2) ? near - 1 : near + 1, 0), count - 1))
  }

  private static func matrix(
    _ points: ColorCodePoints, depth: Int, maximum: Float
  ) throws(HEIFError) -> PKYCbCrMatrix {
    let top = Float((1 << depth) - 1)
    let step = Float(1 << (depth - 8))
    let l = maximum / (points.isFullRange ? top : 219 * step)
    let c = maximum / (points.isFullRange ? top : 224 * step)
    let lumaOffset = points.isFullRange ? 0 : 16 * step
    let center = Float(1 << (depth - 1))
    switch points.matrix {
    case 0:
      // The planes are green, blue and red.
      return PKYCbCrMatrix(
        red: (0, 0, l), green: (l, 0, 0), blue: (0, l, 0), lumaOffset: lumaOffset, chromaOffset: lumaOffset)
    case 8:
      // YCgCo
      return PKYCbCrMatrix(
        red: (l, -c, c), green: (l, c, 0), blue: (l, -c, -c), lumaOffset: lumaOffset, chromaOffset: center)
    default:
      let (red, blue) = try weights(points)
      let green = 1 - red - blue
      return PKYCbCrMatrix(
        red: (l, 0, c * 2 * (1 - red)),
        green: (l, c * -2 * (1 - blue) * blue / green, c * -2 * (1 - red) * red / green),
        blue: (l, c * 2 * (1 - blue), 0), lumaOffset: lumaOffset, chromaOffset: center)
    }
  }

  /// The luma coefficients of red and blue. Unspecified counts as BT.601, the default of still pictures.
  private static func weights(_ points: ColorCodePoints) throws(HEIFError) -> (red: Float, blue: Float) {
    let matrix: YCbCrMatrix?
    switch (points.matrix, points.primaries) {
    case (2, _): matrix = .bt601
    // 12 stands for the luminances of the primaries: those of BT.709, of BT.2020, and of P3 with the white of D65,
    // which have no code point.
    case (12, 1), (12, 9): matrix = YCbCrMatrix(codePoint: points.primaries)
    case (12, 12): return (0.22897, 0.07929)
    default: matrix = YCbCrMatrix(codePoint: points.matrix)
    }
    guard let matrix else { throw .unsupported("YCbCr with matrix coefficients \(points.matrix)") }
    return (Float(matrix.kr), Float(matrix.kb))
  }
}
