import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct OpenMouthTests {
  /// A picture whose columns of odd number are white and whose others are black: at half size all of it is gray.
  private func stripes(_ size: PixelSize) -> PixelBuffer {
    PixelBuffer(
      size: size, format: .rgba8,
      bytes: (0..<size.area).flatMap { pixel -> [UInt8] in
        let value: UInt8 = (pixel % size.width).isMultiple(of: 2) ? 0 : 255
        return [value, value, value, 255]
      })
  }

  /// The least and the greatest red of a picture.
  private func range(_ picture: PixelBuffer) -> ClosedRange<UInt8> {
    let red = stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
    return (red.min() ?? 0)...(red.max() ?? 0)
  }

  @Test(arguments: Orientation.allCases)
  func `a small mouth is cut out of the picture itself, a large one out of its half`(orientation: Orientation) throws {
    let upright = stripes(PixelSize(width: 600, height: 500))
    let stored = upright.oriented(by: orientation.inverse)
    let half = try upright.resized(to: upright.size.half)
    for (width, sees) in [(40.0, true), (200, false)] {
      let face = SyntheticMouth(x: 150, y: 120, width: width, opening: 0.3 * width).face(in: half.size)
      let mouths = try OpenMouth.all(of: [face], in: stored, orientation: orientation, half: half)
      let mouth = try #require(mouths.first)
      #expect(mouth.pixels.size == MouthCrop.size && mouth.pixels.format == .rgba8)
      let seen = range(mouth.pixels)
      #expect(sees ? seen.lowerBound < 80 && seen.upperBound > 175 : seen.lowerBound > 100 && seen.upperBound < 156)
    }
  }

  @Test(arguments: Orientation.allCases)
  func `it shows the same region however the picture is stored`(orientation: Orientation) throws {
    let size = PixelSize(width: 301, height: 240)
    let upright = PixelBuffer(
      size: size, format: .rgba8,
      bytes: (0..<size.area).flatMap { [UInt8($0 % size.width * 255 / size.width), UInt8($0 / size.width), 0, 255] })
    let half = try upright.resized(to: size.half)
    let face = SyntheticMouth(x: 70, y: 60, width: 30, opening: 9, roll: 0.3).face(in: half.size)
    func cutOut(_ picture: PixelBuffer, _ orientation: Orientation) throws -> [UInt8] {
      try #require(try OpenMouth.all(of: [face], in: picture, orientation: orientation, half: half).first).pixels.bytes
    }
    let wanted = try cutOut(upright, .up)
    let found = try cutOut(upright.oriented(by: orientation.inverse), orientation)
    #expect(wanted == found)
    // The same as by way of the half-size picture, which is smooth enough here.
    let map = try #require(MouthCrop(of: face, in: half.size)).map
    let coarse = try half.warped(by: map, to: MouthCrop.size).bytes
    #expect(zip(wanted, coarse).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  @Test func `closed lips are not cut out, lips beyond the picture do no harm`() throws {
    let picture = stripes(PixelSize(width: 200, height: 100))
    let half = try picture.resized(to: picture.size.half)
    let closed = SyntheticMouth(x: 50, y: 25, width: 30, opening: 1).face(in: half.size)
    #expect(try OpenMouth.all(of: [closed], in: picture, orientation: .up, half: half).isEmpty)
    for x in [-500.0, 0, 99, 9_000] {
      let beyond = SyntheticMouth(x: x, y: 25, width: 30, opening: 9).face(in: half.size)
      #expect(try OpenMouth.all(of: [beyond], in: picture, orientation: .up, half: half).count == 1)
    }
  }
}
