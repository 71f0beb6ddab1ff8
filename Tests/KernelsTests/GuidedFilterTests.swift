import Imaging
import Support
import Testing

@testable import Kernels

@Suite struct GuidedFilterTests {
  /// A picture that is dark on the left and bright on the right of a straight edge.
  private func edgePicture(_ size: PixelSize, edge: Int) -> PixelBuffer {
    var bytes: [UInt8] = []
    for _ in 0..<size.height {
      for x in 0..<size.width { bytes += x < edge ? [20, 40, 60, 255] : [230, 210, 200, 255] }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  @Test func `a soft ramp becomes the picture's edge`() throws {
    let size = PixelSize(width: 64, height: 48)
    let ramp = (0..<size.area).map { index in min(max((Float(index % size.width) - 26) / 12, 0), 1) }
    let guide = edgePicture(size, edge: 32)
    let filter = try GuidedFilter.model(
      of: PlanarBuffer(size: size, planeCount: 1, samples: ramp), guide: guide, radius: 8, epsilon: 1e-4)
    let result = filter.applied(to: guide)
    let row = Array(result[0])[24 * 64..<25 * 64].map { Int($0) }
    let (left, right) = (row[row.startIndex + 31], row[row.startIndex + 32])
    #expect(right - left > 120, "the step across the edge is \(left) to \(right)")
  }

  @Test func `constant planes stay constant at any size of the guide`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 1)
    let size = PixelSize(width: 21, height: 17)
    let guide = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    let planes = PlanarBuffer<Float>(
      size: size, planeCount: 2,
      samples: Array(repeating: 0.2, count: size.area) + Array(repeating: 1, count: size.area))
    let filter = try GuidedFilter.model(of: planes, guide: guide, radius: 3, epsilon: 1e-3)
    for target in [size, PixelSize(width: 43, height: 33), PixelSize(width: 1, height: 1)] {
      let large = PixelBuffer(
        size: target, format: .rgba8,
        bytes: (0..<target.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
      let result = filter.applied(to: large)
      #expect(result[0].allSatisfy { abs(Int($0) - 51) <= 1 })
      #expect(result[1].allSatisfy { $0 >= 254 })
    }
  }

}
