import Imaging
import Support
import Testing

@testable import PhotoFile

/// Colour conversion against the equations of ITU-T H.273, written out in double precision.
@Suite struct YCbCrConversionTests {
  /// Kr and Kb of H.273, table 4.
  private static let weights: [Int: (red: Double, blue: Double)] = [
    1: (0.2126, 0.0722), 2: (0.299, 0.114), 6: (0.299, 0.114), 9: (0.2627, 0.0593),
  ]

  private func expected(_ y: Int, _ cb: Int, _ cr: Int, depth: Int, points: ColorCodePoints) -> [Double] {
    let (red, blue) = Self.weights[points.matrix] ?? (0, 0)
    let unit = Double(1 << (depth - 8))
    let top = Double(1 << depth) - 1
    let luma = points.isFullRange ? Double(y) / top : (Double(y) / unit - 16) / 219
    let blueDifference = (Double(cb) - 128 * unit) / (points.isFullRange ? top : 224 * unit)
    let redDifference = (Double(cr) - 128 * unit) / (points.isFullRange ? top : 224 * unit)
    let r = luma + 2 * (1 - red) * redDifference
    let b = luma + 2 * (1 - blue) * blueDifference
    let g = (luma - red * r - blue * b) / (1 - red - blue)
    return [r, g, b].map { min(max($0, 0), 1) }
  }

  @Test(arguments: [
    (8, 6, true), (8, 2, false), (8, 1, false), (8, 9, true), (10, 1, true), (10, 9, false), (12, 6, true),
  ])
  func `samples of any depth, matrix and range`(depth: Int, matrix: Int, isFullRange: Bool) throws {
    let points = ColorCodePoints(primaries: 2, transfer: 2, matrix: matrix, isFullRange: isFullRange)
    let size = PixelSize(width: 61, height: 7)
    var random = RepeatableRandomNumberGenerator(seed: 9)
    let planes = (0..<3).map { _ in (0..<size.area).map { _ in Int.random(in: 0..<1 << depth, using: &random) } }
    func bytes(_ plane: [Int]) -> [UInt8] {
      plane.flatMap { depth > 8 ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0)] }
    }
    let picture = YCbCrPicture(
      size: size, chromaFormat: 3, depth: depth, codePoints: points, luma: bytes(planes[0]), cb: bytes(planes[1]),
      cr: bytes(planes[2]))
    let rect = PixelRect(x: 3, y: 1, width: 50, height: 5)
    let result = try YCbCrConversion.rgba(picture, rect: rect, colorSpace: .sRGB)
    #expect(result.size == rect.size && result.format == (depth > 8 ? .rgba16 : .rgba8))
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let source = (y + rect.y) * size.width + x + rect.x
        let rgb = expected(planes[0][source], planes[1][source], planes[2][source], depth: depth, points: points)
        for (component, value) in rgb.enumerated() {
          let index = 4 * (y * rect.width + x) + component
          let sample =
            depth > 8
            ? Double(result.bytes[2 * index]) + 256 * Double(result.bytes[2 * index + 1]) : Double(result.bytes[index])
          #expect(abs(sample - value * (depth > 8 ? 65535 : 255)) < 0.6)
        }
      }
    }
  }

  @Test(arguments: [1, 2])
  func `chroma between its samples lies on a line between them`(format: Int) throws {
    // One row of chroma pairs, 100 and 140: a quarter and three quarters of the way between.
    let size = PixelSize(width: 4, height: 2)
    let points = ColorCodePoints(primaries: 2, transfer: 2, matrix: 6, isFullRange: true)
    let cb: [UInt8] = format == 1 ? [100, 140] : [100, 140, 100, 140]
    let picture = YCbCrPicture(
      size: size, chromaFormat: format, depth: 8, codePoints: points, luma: [UInt8](repeating: 128, count: 8), cb: cb,
      cr: [UInt8](repeating: 128, count: cb.count))
    let result = try YCbCrConversion.rgba(picture, rect: PixelRect(size), colorSpace: .sRGB)
    for (x, chroma) in [100.0, 110, 130, 140].enumerated() {
      let blue = 128 + 1.772 * (chroma - 128)
      #expect(abs(Double(result.bytes[4 * x + 2]) - blue) < 0.6)
      #expect(abs(Double(result.bytes[16 + 4 * x + 2]) - blue) < 0.6)
    }
  }

  @Test func `a matrix that is not known is refused`() {
    let points = ColorCodePoints(primaries: 2, transfer: 2, matrix: 14, isFullRange: true)
    let picture = YCbCrPicture(
      size: PixelSize(width: 1, height: 1), chromaFormat: 3, depth: 8, codePoints: points, luma: [0], cb: [0], cr: [0])
    #expect(throws: HEIFFault.self) {
      try YCbCrConversion.rgba(picture, rect: PixelRect(picture.size), colorSpace: .sRGB)
    }
  }
}
