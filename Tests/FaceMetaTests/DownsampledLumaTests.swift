import Imaging
import Support
import Testing

@testable import FaceMeta

@Suite struct DownsampledLumaTests {
  @Test func `each value is the mean luma of nine pixels`() {
    var random = RepeatableRandomNumberGenerator(seed: 77)
    let side = FaceMesh.inputSize
    let bytes = (0..<side * side * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let pixels = PixelBuffer(size: PixelSize(width: side, height: side), format: .rgba8, bytes: bytes)
    let values = DownsampledLuma.values(of: pixels)
    #expect(values.count == 64 * 64)
    for (x, y) in [(0, 0), (63, 0), (17, 40), (63, 63)] {
      var sum = 0.0
      for v in 0..<3 {
        for u in 0..<3 {
          let pixel = ((3 * y + v) * side + 3 * x + u) * 4
          sum += 0.2126 * Double(bytes[pixel]) + 0.7152 * Double(bytes[pixel + 1]) + 0.0722 * Double(bytes[pixel + 2])
        }
      }
      #expect(abs(Double(values[y * 64 + x]) - sum / (9 * 255)) < 1e-4)
    }
  }

  @Test func `white is one and black is nothing`() {
    let size = PixelSize(width: 192, height: 192)
    let white = PixelBuffer(size: size, format: .rgba8, bytes: [UInt8](repeating: 255, count: size.area * 4))
    #expect(DownsampledLuma.values(of: white).allSatisfy { abs($0 - 1) < 1e-5 })
    #expect(DownsampledLuma.values(of: PixelBuffer(size: size, format: .rgba8)).allSatisfy { $0 == 0 })
  }
}
