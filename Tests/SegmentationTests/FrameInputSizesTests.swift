import Foundation
import Imaging
import Testing

@testable import Segmentation

@Suite("Input sizes for regions of frames")
struct FrameInputSizesTests {
  private let most = 512 * 288

  @Test("regions of any shape have few inputs, of nearly their shape and number of pixels")
  func nearest() {
    var inputs: Set<PixelSize> = []
    for width in stride(from: 120, through: 640, by: 13) {
      for height in stride(from: 120, through: 360, by: 11) {
        let part = PixelSize(width: width, height: height)
        let input = FrameInputSizes.nearest(to: part, area: Double(most), most: most)
        inputs.insert(input)
        let stretching = Double(input.width * height) / Double(input.height * width)
        #expect(stretching > 0.8 && stretching < 1.25, "\(part)")
        #expect(abs(log2(Double(input.area) / Double(most))) < 0.2, "\(part)")
      }
    }
    #expect(inputs.count < 16)
    let half = FrameInputSizes.nearest(
      to: PixelSize(width: 200, height: 200), area: Double(most) / 2, most: most)
    #expect(half == PixelSize(width: 256, height: 256))
    for part in [PixelSize(width: 1, height: 1000), PixelSize(width: 1000, height: 1), PixelSize(width: 0, height: 0)] {
      let input = FrameInputSizes.nearest(to: part, area: 1, most: most)
      #expect(input.width >= 32 && input.height >= 32 && input.width % 32 == 0 && input.height % 32 == 0)
    }
  }

  @Test("a region that changes a little keeps its input, and one of another shape gets another")
  func recent() {
    var sizes = FrameInputSizes()
    let first = sizes.size(for: PixelSize(width: 200, height: 200), area: Double(most), most: most)
    // Nearer to the next ratio of sides, and to the next number of pixels.
    let wider = PixelSize(width: 222, height: 195)
    #expect(FrameInputSizes.nearest(to: wider, area: Double(most), most: most) != first)
    #expect(sizes.size(for: wider, area: Double(most), most: most) == first)
    #expect(sizes.size(for: PixelSize(width: 200, height: 200), area: 0.75 * Double(most), most: most) == first)
    let tall = PixelSize(width: 100, height: 200)
    #expect(sizes.size(for: tall, area: Double(most), most: most) != first)
    #expect(sizes.size(for: tall, area: Double(most) / 4, most: most).area < first.area / 2)
  }

  @Test("a size that has not been used for a while is forgotten")
  func forgotten() {
    var sizes = FrameInputSizes()
    let square = PixelSize(width: 200, height: 200)
    let first = sizes.size(for: square, area: Double(most), most: most)
    for width in [100, 400, 50, 800] {
      _ = sizes.size(for: PixelSize(width: width, height: 200), area: Double(most), most: most)
    }
    let wider = PixelSize(width: 222, height: 195)
    #expect(sizes.size(for: wider, area: Double(most), most: most) != first)
  }
}
