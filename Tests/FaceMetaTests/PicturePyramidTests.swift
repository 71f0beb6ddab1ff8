import Imaging
import Kernels
import Testing

@testable import FaceMeta

@Suite struct PicturePyramidTests {
  /// A smooth picture, so that it has the same colours at every size.
  private static func upright(_ width: Int, _ height: Int) -> UprightPicture {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(255 * (2 * x + 1) / (2 * width)), UInt8(255 * (2 * y + 1) / (2 * height)), 90, 255]
      }
    }
    return UprightPicture(
      PixelBuffer(size: PixelSize(width: width, height: height), format: .rgba8, bytes: bytes), orientation: .up)
  }

  @Test func `a crop looks the same whichever size it is taken from`() throws {
    let alone = PicturePyramid(Self.upright(800, 600))
    var pyramid = alone
    // Sides that are not exactly a half and a quarter.
    pyramid.add(Self.upright(401, 300))
    pyramid.add(Self.upright(200, 151))
    for (side, roll) in [(Float(40), Float(0.3)), (130, 2), (400, -1), (500, 0)] {
      let crop = FaceCrop(center: SIMD2(400, 300), side: side, roll: roll)
      let wanted = try #require(try alone.pixels(of: crop, side: 64))
      let got = try #require(try pyramid.pixels(of: crop, side: 64))
      #expect(zip(wanted.bytes, got.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(side)")
    }
  }

  @Test func `the smallest that is large enough is given`() {
    var pyramid = PicturePyramid(Self.upright(80, 60))
    pyramid.add(Self.upright(40, 30))
    pyramid.add(Self.upright(20, 15))
    #expect(pyramid.smallest(longSide: 15).size.width == 20)
    #expect(pyramid.smallest(longSide: 40).size.width == 40)
    #expect(pyramid.smallest(longSide: 41).size.width == 80)
    #expect(pyramid.smallest(longSide: 100).size.width == 80)
  }
}
