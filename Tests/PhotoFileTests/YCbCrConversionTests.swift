import Imaging
import Support
import Testing

@testable import PhotoFile

/// Colour conversion against the equations of ITU-T H.273, written out in double precision.
@Suite struct YCbCrConversionTests {
  /// Kr and Kb of H.273, table 4.
  private static let weights: [Int: (red: Double, blue: Double)] = [
    1: (0.2126, 0.0722), 2: (0.299, 0.114), 4: (0.30, 0.11), 6: (0.299, 0.114), 7: (0.212, 0.087),
    9: (0.2627, 0.0593),
  ]

  private func expected(_ y: Int, _ cb: Int, _ cr: Int, depth: Int, points: ColorCodePoints) -> [Double] {
    let unit = Double(1 << (depth - 8))
    let top = Double(1 << depth) - 1
    let luma = points.isFullRange ? Double(y) / top : (Double(y) / unit - 16) / 219
    if points.matrix == 0 {
      return [cr, y, cb].map {
        let value = points.isFullRange ? Double($0) / top : (Double($0) / unit - 16) / 219
        return min(max(value, 0), 1)
      }
    }
    let blueDifference = (Double(cb) - 128 * unit) / (points.isFullRange ? top : 224 * unit)
    let redDifference = (Double(cr) - 128 * unit) / (points.isFullRange ? top : 224 * unit)
    if points.matrix == 8 {
      // Cg and Co: equations 49 to 52.
      let (green, orange) = (blueDifference, redDifference)
      let rest = luma - green
      return [rest + orange, luma + green, rest - orange].map { min(max($0, 0), 1) }
    }
    let (red, blue) = Self.weights[points.matrix] ?? (0, 0)
    let r = luma + 2 * (1 - red) * redDifference
    let b = luma + 2 * (1 - blue) * blueDifference
    let g = (luma - red * r - blue * b) / (1 - red - blue)
    return [r, g, b].map { min(max($0, 0), 1) }
  }

  /// The pixels of a region of a picture with planes without padding.
  private func rgba(
    _ size: PixelSize, chromaFormat: Int, depth: Int, _ points: ColorCodePoints, planes: [[UInt8]], rect: PixelRect
  ) throws -> PixelBuffer {
    let conversion = try YCbCrConversion(depth: depth, codePoints: points)
    let bytes = depth > 8 ? 2 : 1
    let chroma = YCbCrPicture.chromaSize(of: size, chromaFormat: chromaFormat)
    return planes[0].withUnsafeBytes { luma in
      planes[1].withUnsafeBytes { cb in
        planes[2].withUnsafeBytes { cr in
          PixelBuffer(size: rect.size, format: conversion.format) { output in
            guard let luma = luma.baseAddress, let cb = cb.baseAddress, let cr = cr.baseAddress,
              let target = output.baseAddress
            else { return }
            let picture = YCbCrPicture(
              size: size, chromaFormat: chromaFormat, depth: depth, luma: luma, lumaStride: size.width * bytes, cb: cb,
              cr: cr, chromaStride: chroma.width * bytes)
            var scratch = [Float](repeating: .nan, count: YCbCrConversion.scratchCount(for: picture))
            scratch.withUnsafeMutableBufferPointer { scratch in
              guard let scratch = scratch.baseAddress else { return }
              for y in 0..<rect.height {
                conversion.convert(
                  picture, row: rect.y + y, columns: rect.minX..<rect.maxX, scratch: scratch,
                  to: target + y * rect.width * conversion.format.bytesPerPixel)
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: [
    (8, 6, true), (8, 2, false), (8, 1, false), (8, 9, true), (10, 1, true), (10, 9, false), (12, 6, true),
    (8, 0, true), (10, 0, false), (8, 8, true), (12, 8, false), (8, 4, true), (8, 7, true),
  ])
  func `samples of any depth, matrix and range`(depth: Int, matrix: Int, isFullRange: Bool) throws {
    let points = ColorCodePoints(primaries: 2, transfer: 2, matrix: matrix, isFullRange: isFullRange)
    let size = PixelSize(width: 61, height: 7)
    var random = RepeatableRandomNumberGenerator(seed: 9)
    let planes = (0..<3).map { _ in (0..<size.area).map { _ in Int.random(in: 0..<1 << depth, using: &random) } }
    func bytes(_ plane: [Int]) -> [UInt8] {
      plane.flatMap { depth > 8 ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0)] }
    }
    let rect = PixelRect(x: 3, y: 1, width: 50, height: 5)
    let result = try rgba(size, chromaFormat: 3, depth: depth, points, planes: planes.map(bytes), rect: rect)
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
    let planes = [[UInt8](repeating: 128, count: 8), cb, [UInt8](repeating: 128, count: cb.count)]
    let result = try rgba(size, chromaFormat: format, depth: 8, points, planes: planes, rect: PixelRect(size))
    for (x, chroma) in [100.0, 110, 130, 140].enumerated() {
      let blue = 128 + 1.772 * (chroma - 128)
      #expect(abs(Double(result.bytes[4 * x + 2]) - blue) < 0.6)
      #expect(abs(Double(result.bytes[16 + 4 * x + 2]) - blue) < 0.6)
    }
  }

  @Test(arguments: [1, 9])
  func `a matrix derived from the primaries is theirs`(primaries: Int) throws {
    let size = PixelSize(width: 16, height: 16)
    let planes: [[UInt8]] = [17, 31, 53].map { step in (0..<size.area).map { UInt8($0 * step & 255) } }
    let results = try [12, primaries].map { matrix in
      let points = ColorCodePoints(primaries: primaries, transfer: 2, matrix: matrix, isFullRange: true)
      return try rgba(size, chromaFormat: 3, depth: 8, points, planes: planes, rect: PixelRect(size)).bytes
    }
    #expect(results[0] == results[1])
  }

  @Test func `an unknown matrix is refused`() {
    let points = ColorCodePoints(primaries: 2, transfer: 2, matrix: 14, isFullRange: true)
    #expect(throws: HEIFError.self) { try YCbCrConversion(depth: 8, codePoints: points) }
  }
}
