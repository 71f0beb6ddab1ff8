import Imaging
import Support

/// A picture of luma with codes at known places.
struct TestPicture {
  let width, height: Int
  private(set) var luma: [UInt8]

  init(_ width: Int, _ height: Int, level: UInt8 = 150) {
    (self.width, self.height) = (width, height)
    luma = [UInt8](repeating: level, count: width * height)
  }

  /// The picture with a code on it.
  func with(_ type: String, at place: PrintedCode.Place, dark: Double = 20, light: Double = 235) -> TestPicture {
    var result = self
    PrintedCode.of(type).draw(at: place, into: &result.luma, width: width, dark: dark, light: light)
    return result
  }

  /// The picture with a rectangle of one level on it.
  func with(_ level: UInt8, x: Range<Int>, y: Range<Int>) -> TestPicture {
    var result = self
    for row in y { for column in x { result.luma[row * width + column] = level } }
    return result
  }

  var size: PixelSize { PixelSize(width: width, height: height) }
  var pixels: PixelBuffer { PixelBuffer(size: size, format: .l8, colorSpace: .sRGB, bytes: luma) }

  /// A frame of the picture.
  func frame(_ number: Int64, orientation: Orientation = .up) -> Frame {
    Frame(pixels: pixels, orientation: orientation, time: MediaTime(value: number, timescale: 25))
  }
}
