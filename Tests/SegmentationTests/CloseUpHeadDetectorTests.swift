import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct CloseUpHeadDetectorTests {
  private let size = PixelSize(width: 96, height: 128)

  /// Planes with hair in one rectangle and skin in another.
  private func planes(hair: PixelRect, skin: PixelRect) -> PlanarBuffer<Float> {
    var planes = PlanarBuffer<Float>(repeating: 0.1, size: size, planeCount: MatteChannel.allCases.count)
    for (channel, rect) in [(MatteChannel.hair, hair), (.skin, skin)] {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          planes.samples[channel.rawValue * size.area + y * size.width + x] = 0.9
        }
      }
    }
    return planes
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  private func detects(_ planes: PlanarBuffer<Float>, needsHair: Bool = true) -> Bool {
    CloseUpHeadDetector.detects(in: planes, needsHair: needsHair)
  }

  @Test func `hair above skin makes a head`() {
    #expect(detects(planes(hair: rect(30, 20, 40, 14), skin: rect(34, 34, 30, 20))))
    #expect(
      detects(planes(hair: rect(66, 98, 30, 30), skin: rect(0, 0, 0, 0))), "cut by the frame")
  }

  @Test func `a belly or a back that fills the picture is no head without hair`() {
    let bare = planes(hair: rect(0, 0, 0, 0), skin: rect(10, 10, 70, 100))
    #expect(!detects(bare))
    #expect(detects(bare, needsHair: false))
    #expect(!detects(planes(hair: rect(0, 0, 10, 10), skin: rect(10, 10, 70, 100))), "some")
  }

  @Test func `limbs, small heads and apart lying parts make none`() {
    #expect(!detects(planes(hair: rect(0, 0, 0, 0), skin: rect(0, 0, 0, 0))))
    #expect(!detects(planes(hair: rect(40, 0, 16, 16), skin: rect(38, 16, 20, 112))))
    #expect(!detects(planes(hair: rect(10, 10, 70, 14), skin: rect(10, 30, 70, 14))))
  }
}
