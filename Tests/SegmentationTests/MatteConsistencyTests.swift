import Imaging
import Kernels
import Support
import Testing

@testable import Segmentation

@Suite struct MatteConsistencyTests {
  @Test func `hair and skin share a pixel and belong to the person`() {
    var random = RepeatableRandomNumberGenerator(seed: 7)
    let size = PixelSize(width: 40, height: 25)
    var planes = PlanarBuffer<UInt8>(
      size: size, planeCount: 3, samples: (0..<3000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let before = planes
    MatteConsistency.apply(to: &planes)
    for index in 0..<size.area {
      let (hair, skin) = (Int(planes.samples[index]), Int(planes.samples[1000 + index]))
      #expect(hair + skin <= 255)
      #expect(Int(planes.samples[2000 + index]) >= hair + skin)
      let (hairBefore, skinBefore) = (Int(before.samples[index]), Int(before.samples[1000 + index]))
      if hairBefore + skinBefore <= 255 { #expect(hair == hairBefore && skin == skinBefore) }
    }
  }
}
