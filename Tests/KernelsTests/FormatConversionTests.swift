import Imaging
import Testing

@testable import Kernels

@Suite struct FormatConversionTests {
  @Test func `gray becomes opaque colour`() {
    let gray = PixelBuffer(size: PixelSize(width: 3, height: 1), format: .l8, bytes: [0, 7, 255])
    #expect(gray.converted(to8Bit: .rgba8).bytes == [0, 0, 0, 255, 7, 7, 7, 255, 255, 255, 255, 255])
  }

  @Test func `sixteen bits are rounded to eight`() {
    let samples: [UInt16] = [0, 128, 129, 65535, 32767, 257, 514, 65535]
    let buffer = PixelBuffer(
      size: PixelSize(width: 2, height: 1), format: .rgba16,
      bytes: samples.flatMap { sample in withUnsafeBytes(of: sample) { Array($0) } })
    #expect(buffer.converted(to8Bit: .rgba8).bytes == [0, 0, 1, 255, 127, 1, 2, 255])
  }

  @Test func `floats are clamped to eight bits`() {
    let samples: [Float] = [-1, 0.5, .nan, 7]
    let buffer = PixelBuffer(
      size: PixelSize(width: 4, height: 1), format: .lFloat,
      bytes: samples.flatMap { sample in withUnsafeBytes(of: sample) { Array($0) } })
    #expect(buffer.converted(to8Bit: .l8).bytes == [0, 128, 0, 255])
  }
}
