import Imaging
import Testing

@testable import FaceMeta

@Suite struct EdgeReflectionTests {
  /// A picture whose red is the column and whose green is the row.
  private func picture(width: Int, height: Int) -> PixelBuffer {
    var pixels = PixelBuffer(size: PixelSize(width: width, height: height), format: .rgba8)
    let rowBytes = pixels.rowBytes
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          bytes[y * rowBytes + 4 * x] = UInt8(x)
          bytes[y * rowBytes + 4 * x + 1] = UInt8(y)
        }
      }
    }
    return pixels
  }

  private func columns(_ pixels: PixelBuffer, row: Int = 0) -> [UInt8] {
    pixels.withUnsafeBytes { bytes in (0..<pixels.width).map { bytes[row * pixels.rowBytes + 4 * $0] } }
  }

  private func rows(_ pixels: PixelBuffer) -> [UInt8] {
    pixels.withUnsafeBytes { bytes in (0..<pixels.height).map { bytes[$0 * pixels.rowBytes + 1] } }
  }

  private func shown(_ minimum: SIMD2<Float>, _ maximum: SIMD2<Float>) -> FaceCandidate {
    FaceCandidate(minimum: minimum, maximum: maximum, points: [], score: 0)
  }

  @Test func `beyond the edge is the mirror image of the picture`() {
    let left = EdgeReflection.continued(picture(width: 8, height: 4), beyond: shown(SIMD2(3, -5), SIMD2(20, 9)))
    #expect(columns(left) == [5, 4, 3, 3, 4, 5, 6, 7])
    #expect(rows(left) == [0, 1, 2, 3])
    let corner = EdgeReflection.continued(picture(width: 8, height: 4), beyond: shown(SIMD2(-9, 1.5), SIMD2(5.5, 99)))
    #expect(columns(corner) == [0, 1, 2, 3, 4, 4, 3, 2])
    #expect(rows(corner) == [3, 2, 2, 3])
  }

  @Test func `a part too narrow to fill the rest is repeated, and an empty one changes nothing`() {
    let narrow = EdgeReflection.continued(picture(width: 8, height: 1), beyond: shown(SIMD2(0, 0), SIMD2(2, 1)))
    #expect(columns(narrow) == [0, 1, 1, 0, 0, 0, 0, 0])
    let none = EdgeReflection.continued(picture(width: 4, height: 1), beyond: shown(SIMD2(9, 0), SIMD2(20, 1)))
    #expect(columns(none) == [0, 1, 2, 3])
    let unknown = shown(SIMD2(-.infinity, -.infinity), SIMD2(.infinity, .infinity))
    #expect(columns(EdgeReflection.continued(picture(width: 4, height: 1), beyond: unknown)) == [0, 1, 2, 3])
  }
}
