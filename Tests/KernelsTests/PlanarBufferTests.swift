import Imaging
import Kernels
import Testing

@Suite struct PlanarBufferTests {
  @Test func `a rectangle is replaced in all planes, and nothing else`() {
    let size = PixelSize(width: 4, height: 3)
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: size, planeCount: 2)
    let rect = PixelRect(x: 1, y: 1, width: 2, height: 2)
    planes.replace(rect, with: PlanarBuffer(size: rect.size, planeCount: 2, samples: Array(1...8)))
    #expect(Array(planes[0]) == [0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0])
    #expect(Array(planes[1]) == [0, 0, 0, 0, 0, 5, 6, 0, 0, 7, 8, 0])
  }
}
