import MatteKit
import Testing

@testable import Batch

@Suite struct MemoryEstimateTests {
  @Test func `a picture that is too large to be read takes no memory, and no sum is too large for a number`() throws {
    let size = PixelSize(width: 20, height: 10)
    let pixels = PixelBuffer(size: size, format: .rgba8, bytes: [UInt8](repeating: 255, count: 800))
    var summary = try PhotoSummary(data: try Photo(pixels: pixels).data(as: .png))
    let usual = MemoryEstimate.bytes(for: summary, fileBytes: 100, as: .heic)
    #expect(usual == MemoryEstimate.base + 200 * 32 + 400)
    for side in [Int(Int32.max), Int(UInt32.max)] {
      summary.size = PixelSize(width: side, height: side)
      #expect(MemoryEstimate.bytes(for: summary, fileBytes: 100, as: .heic) == MemoryEstimate.base + 400)
      summary.auxiliaryImages = [
        PhotoSummary.AuxiliaryImage(type: .depth, size: summary.size, bitsPerComponent: 16, componentCount: 1)
      ]
      #expect(MemoryEstimate.bytes(for: summary, fileBytes: 100, as: .heic) > MemoryEstimate.base)
      summary.auxiliaryImages = []
    }
  }
}
