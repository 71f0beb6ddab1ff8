import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct FacialHairTests {
  private let size = PixelSize(width: 200, height: 200)

  private func face(_ place: (Int) -> SIMD3<Float>) -> Face {
    Face(
      bounds: NormalizedRect(x: 0.2, y: 0.2, width: 0.6, height: 0.6), confidence: 1,
      landmarks: FaceLandmarks(points: (0..<468).map(place)))
  }

  @Test func `landmarks that make no sense change nothing`() throws {
    let picture = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    let before = PlanarBuffer<UInt8>(repeating: 120, size: size, planeCount: 3)
    let strange = [
      face { _ in SIMD3(.nan, 0.5, 0) }, face { _ in SIMD3(1e30, -1e30, 0) }, face { _ in SIMD3(0.5, 0.5, 0) },
      face { index in SIMD3(Float(index % 2) * 0.2 + 3, 5, 0) },
    ]
    var planes = before
    try FacialHair.apply(strange, to: &planes, picture: picture)
    #expect(planes.samples == before.samples)
  }
}
