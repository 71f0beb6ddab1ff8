import Imaging
import Testing

@testable import Kernels

@Suite struct PolygonFillTests {
  @Test func `a polygon covers its area`() throws {
    var plane = PixelBuffer(size: PixelSize(width: 40, height: 30), format: .l8, colorSpace: .linearGray)
    try plane.fill(polygon: [.init(5, 5), .init(25, 5), .init(25, 20), .init(5, 20)], with: 255)
    let covered = plane.bytes.reduce(0.0) { $0 + Double($1) / 255 }
    #expect(abs(covered - 300) < 12)
    #expect(plane.bytes[10 * 40 + 15] == 255)
    #expect(plane.bytes[25 * 40 + 15] == 0)
  }
}
