import Imaging
import Kernels
import Support
import Testing

@Suite struct CropTests {
  @Test(arguments: [PixelFormat.l8, .rgba8, .l16, .rgbaFloat])
  func `a crop contains the picture's pixels`(format: PixelFormat) {
    var random = RepeatableRandomNumberGenerator(seed: 8)
    let size = PixelSize(width: 13, height: 9)
    let pixel = format.bytesPerPixel
    // Rows with padding.
    let rowBytes = size.width * pixel + 5
    let bytes = (0..<rowBytes * size.height).map { _ in UInt8.random(in: 0...255, using: &random) }
    let picture = PixelBuffer(size: size, format: format, rowBytes: rowBytes, bytes: bytes)
    for rect in [
      PixelRect(size), PixelRect(x: 12, y: 8, width: 1, height: 1), PixelRect(x: 3, y: 2, width: 7, height: 5),
    ] {
      let part = picture.cropped(to: rect)
      #expect(part.size == rect.size && part.format == format)
      for y in 0..<rect.height {
        for x in 0..<rect.width {
          for byte in 0..<pixel {
            #expect(
              part.bytes[y * part.rowBytes + x * pixel + byte]
                == bytes[(rect.y + y) * rowBytes + (rect.x + x) * pixel + byte])
          }
        }
      }
    }
  }
}
