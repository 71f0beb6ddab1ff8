import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct ProbabilityMapTests {
  private func ramp(_ size: PixelSize) -> PlanarBuffer<Float> {
    let row = (0..<size.width).map { (Float($0) + 0.5) / Float(size.width) }
    return PlanarBuffer(
      size: size, planeCount: 2,
      samples: (0..<2).flatMap { plane in
        (0..<size.height).flatMap { _ in plane == 0 ? row : row.map { 1 - $0 } }
      })
  }

  @Test(arguments: [
    NormalizedRect(x: 0, y: 0, width: 1, height: 1), NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25),
    NormalizedRect(x: 0.31, y: 0.07, width: 0.17, height: 0.41),
  ])
  func `a part of planes has the values of its places`(part: NormalizedRect) throws {
    let size = PixelSize(width: 96, height: 40)
    let planes = try ProbabilityMap.resized(ramp(PixelSize(width: 64, height: 32)), part: part, to: size)
    #expect(planes.size == size && planes.planeCount == 2)
    for x in stride(from: 4, to: size.width - 4, by: 7) {
      let place = Float(part.x + part.width * (Double(x) + 0.5) / Double(size.width))
      #expect(abs(planes.samples[20 * size.width + x] - place) < 0.01)
      #expect(abs(planes.samples[size.area + 20 * size.width + x] - (1 - place)) < 0.01)
    }
  }
}
