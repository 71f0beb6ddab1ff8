import Imaging
import Support
import Testing

@testable import PhotoFile

/// Colour conversion on the way to a coder, against the equations of ITU-T H.273 in double precision.
@Suite struct YCbCrEncodingTests {
  private func check<Sample: CodedSample>(_ type: Sample.Type, depth: Int, tolerance: Double) {
    let width = 62
    var random = RepeatableRandomNumberGenerator(seed: 31)
    var rows = (0..<2).map { _ in (0..<4 * width).map { _ in Sample.random(in: 0...Sample.max, using: &random) } }
    // The ends of the ranges: black, white, pure blue, pure red.
    for (x, rgb) in [(0, 0, 0), (1, 1, 1), (0, 0, 1), (1, 0, 0)].enumerated() {
      for row in 0..<2 {
        for at in [2 * x, 2 * x + 1] {
          rows[row][4 * at] = rgb.0 == 1 ? .max : 0
          rows[row][4 * at + 1] = rgb.1 == 1 ? .max : 0
          rows[row][4 * at + 2] = rgb.2 == 1 ? .max : 0
        }
      }
    }
    var luma = [[Sample]](repeating: [Sample](repeating: 0, count: width), count: 2)
    var chroma = [[Sample]](repeating: [Sample](repeating: 0, count: width / 2), count: 2)
    var (upper, lower) = (luma[0], luma[1])
    var (cb, cr) = (chroma[0], chroma[1])
    upper.withUnsafeMutableBufferPointer { upper in
      lower.withUnsafeMutableBufferPointer { lower in
        cb.withUnsafeMutableBufferPointer { cb in
          cr.withUnsafeMutableBufferPointer { cr in
            guard let upper = upper.baseAddress, let lower = lower.baseAddress, let cb = cb.baseAddress,
              let cr = cr.baseAddress
            else { return }
            Sample.encode(
              upper: rows[0], lower: rows[1], width: width, depth: depth, luma: (upper, lower), cb: cb, cr: cr)
          }
        }
      }
    }
    luma = [upper, lower]
    chroma = [cb, cr]
    let top = Double(1 << depth) - 1
    func rgb(_ row: Int, _ x: Int) -> [Double] { (0..<3).map { Double(rows[row][4 * x + $0]) / Double(Sample.max) } }
    func light(_ p: [Double]) -> Double { 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2] }
    for x in 0..<width {
      for row in 0..<2 { #expect(abs(Double(luma[row][x]) - light(rgb(row, x)) * top) <= tolerance) }
    }
    for x in 0..<width / 2 {
      let four = [rgb(0, 2 * x), rgb(0, 2 * x + 1), rgb(1, 2 * x), rgb(1, 2 * x + 1)]
      let mean = (0..<3).map { c in four.reduce(0) { $0 + $1[c] } / 4 }
      let middle = Double(1 << (depth - 1))
      let blue = min((mean[2] - light(mean)) / 1.772 * top + middle, top)
      let red = min((mean[0] - light(mean)) / 1.402 * top + middle, top)
      #expect(abs(Double(chroma[0][x]) - blue) <= tolerance && abs(Double(chroma[1][x]) - red) <= tolerance)
    }
  }

  @Test func `8 bits`() { check(UInt8.self, depth: 8, tolerance: 0.51) }
  @Test(arguments: [10, 12, 16]) func `more bits`(depth: Int) {
    check(UInt16.self, depth: depth, tolerance: depth == 16 ? 0.53 : 0.51)
  }

  @Test func `samples of any kind are rounded to the nearest`() {
    for value in 0...255 {
      #expect(UInt8(rounding: UInt16(value * 257)) == UInt8(value))
      #expect(UInt16(rounding: UInt8(value)) == UInt16(value * 257))
      #expect(UInt8(rounding: Float(value) / 255) == UInt8(value))
    }
    #expect(UInt8(rounding: UInt16(128)) == 0 && UInt8(rounding: UInt16(129)) == 1)
    for value in stride(from: 0, through: 65535, by: 13) {
      #expect(UInt16(rounding: Float(value) / 65535) == UInt16(value))
    }
    for outside: Float in [.nan, -Float.infinity, -1] {
      #expect(UInt8(rounding: outside) == 0 && UInt16(rounding: outside) == 0)
    }
    for outside: Float in [.infinity, 2] {
      #expect(UInt8(rounding: outside) == 255 && UInt16(rounding: outside) == 65535)
    }
  }
}
