import Foundation
import Imaging
import Testing

@testable import Segmentation

@Suite struct MouthCropTests {
  private let size = PixelSize(width: 200, height: 160)

  @Test(arguments: [0, 20, -35, 90, 180])
  func `the corners of the mouth are level, and always as far apart`(degrees: Double) throws {
    let turn = degrees * .pi / 180
    let face = SyntheticMouth(x: 90, y: 70, width: 50, opening: 15, roll: turn).face(in: size)
    let crop = try #require(MouthCrop(of: face, in: size))
    let toCrop = try #require(crop.map.inverse)
    for (side, expected) in [(-1.0, 24.0), (1.0, 104.0)] {
      let corner = toCrop.apply(x: 90 + side * 25 * cos(turn), y: 70 + side * 25 * sin(turn))
      #expect(abs(corner.x - expected) < 0.01 && abs(corner.y - 48) < 0.01)
    }
    #expect(abs(crop.openness - 15 / 50) < 0.01)
  }

  @Test func `the bounds hold the lips, as far as they are in the picture`() throws {
    let inside = SyntheticMouth(x: 90, y: 70, width: 50, opening: 15).face(in: size)
    #expect(
      try #require(MouthCrop(of: inside, in: size)).bounds(in: size).contains(
        PixelRect(x: 66, y: 61, width: 48, height: 18)))
    let outside = SyntheticMouth(x: 260, y: 70, width: 50, opening: 15).face(in: size)
    #expect(try #require(MouthCrop(of: outside, in: size)).bounds(in: size).isEmpty)
  }

  @Test func `closed lips, a mouth of few pixels and a face without landmarks have none`() {
    #expect(MouthCrop(of: SyntheticMouth(x: 90, y: 70, width: 50, opening: 2.5).face(in: size), in: size) == nil)
    #expect(MouthCrop(of: SyntheticMouth(x: 90, y: 70, width: 7, opening: 4).face(in: size), in: size) == nil)
    #expect(MouthCrop(of: Face(bounds: NormalizedRect(x: 0, y: 0, width: 1, height: 1)), in: size) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300])
  func `lips at invalid positions have no crop`(x: Double) {
    #expect(MouthCrop(of: SyntheticMouth(x: x, y: 70, width: 50, opening: 15).face(in: size), in: size) == nil)
  }
}
