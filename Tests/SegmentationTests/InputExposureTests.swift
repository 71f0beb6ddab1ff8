import Imaging
import Testing

@testable import Segmentation

@Suite struct InputExposureTests {
  private let size = PixelSize(width: 40, height: 30)

  /// A ramp up to `brightest`, with some white pixels.
  private func picture(upTo brightest: Int, lamps: Int = 0) -> PixelBuffer {
    let bytes = (0..<size.area).flatMap { index -> [UInt8] in
      guard index >= lamps else { return [255, 255, 255, 255] }
      let level = UInt8(index % size.width * brightest / (size.width - 1))
      return [level, level / 2, level, 255]
    }
    return PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB, bytes: bytes)
  }

  @Test(arguments: [180, 220, 255])
  func `a well exposed picture is unchanged`(brightest: Int) {
    let picture = picture(upTo: brightest)
    #expect(InputExposure(of: picture).applied(to: picture) == picture)
  }

  @Test(arguments: [60, 90, 150])
  func `a dark picture is brightened evenly, and stays opaque`(brightest: Int) {
    let picture = picture(upTo: brightest)
    let result = InputExposure(of: picture).applied(to: picture)
    let factor = 180 / Double(brightest)
    for index in picture.bytes.indices {
      let expected = index % 4 == 3 ? 255 : (Double(picture.bytes[index]) * factor).rounded()
      #expect(abs(Double(result.bytes[index]) - expected) <= 1)
    }
  }

  @Test func `in the dark the factor is limited, and a black picture stays black`() {
    let dim = picture(upTo: 10)
    #expect(InputExposure(of: dim).applied(to: dim).bytes[4 * 39] == 40)
    let black = PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB)
    #expect(InputExposure(of: black).applied(to: black) == black)
  }

  @Test func `a spark does not keep a picture dark, and lamps do`() {
    let spark = picture(upTo: 60, lamps: 8)
    #expect(InputExposure(of: spark).applied(to: spark).bytes[4 * 39] == 180)
    let lamps = picture(upTo: 60, lamps: 24)
    #expect(InputExposure(of: lamps).applied(to: lamps) == lamps)
  }

  @Test(arguments: Orientation.allCases)
  func `a picture is brightened the same way however it is turned`(orientation: Orientation) {
    let picture = picture(upTo: 70, lamps: 5)
    let turned = picture.oriented(by: orientation)
    let result = InputExposure(of: turned).applied(to: turned)
    #expect(result == InputExposure(of: picture).applied(to: picture).oriented(by: orientation))
  }
}
