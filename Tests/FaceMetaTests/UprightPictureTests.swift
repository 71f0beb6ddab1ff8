@testable import FaceMeta
import Imaging
import Kernels
import Support
import Testing

@Suite struct UprightPictureTests {
  @Test(arguments: Orientation.allCases)
  func `a part equals that of the rotated picture`(orientation: Orientation) throws {
    var random = RepeatableRandomNumberGenerator(seed: 9)
    let size = PixelSize(width: 40, height: 27)
    var bytes = (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    let stored = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    let turned = UprightPicture(stored.oriented(by: orientation), orientation: .up)
    let picture = UprightPicture(stored, orientation: orientation)
    #expect(picture.size == turned.size)
    let map = AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 3)
    let part = PixelSize(width: 12, height: 9)
    #expect(try picture.part(map, size: part) == turned.part(map, size: part))
    #expect(try picture.scaled(to: picture.size) == turned.scaled(to: turned.size))
  }

  @Test(arguments: [Orientation.up, .right, .downMirrored])
  func `a part of planes is that of the pixels`(orientation: Orientation) throws {
    let planes = RandomPlanes(width: 320, height: 240, seed: 10)
    let frame = Frame(
      picture: planes.withPlanes { YCbCrPicture(copying: $0, as: .rgba8) }, orientation: orientation,
      time: MediaTime(value: 0, timescale: 25))
    let picture = UprightPicture(frame)
    let size = PixelSize(width: 48, height: 48)
    let crops = [
      FaceCrop(center: SIMD2(90, 80), side: 60, roll: 0.3), FaceCrop(center: SIMD2(200, 150), side: 130, roll: -2),
      FaceCrop(center: SIMD2(4, 230), side: 40, roll: 0), FaceCrop(center: SIMD2(-40, -60), side: 30, roll: 1),
      FaceCrop(center: SIMD2(120, 120), side: 230, roll: 0),
    ]
    let parts = try crops.map { try picture.part($0.map(pixels: 48), size: size) }
    // Frames wait for later ones; temporary pixels of a part must not be kept with them.
    #expect((frame.picture as? YCbCrPicture)?.madePixels == nil)
    let whole = UprightPicture(frame.pixels, orientation: orientation)
    for (crop, part) in zip(crops, parts) { #expect(part == (try whole.part(crop.map(pixels: 48), size: size))) }
  }

  @Test(arguments: PixelFormat.allCases)
  func `any format becomes bytes for display`(format: PixelFormat) {
    let component: [UInt8] =
      switch format.bitsPerComponent {
      case 8: [64]
      case 16: withUnsafeBytes(of: UInt16(64 * 257), Array.init)
      default: withUnsafeBytes(of: Float(64) / 255, Array.init)
      }
    let bytes = [[UInt8]](repeating: component, count: 6 * format.componentCount).flatMap(\.self)
    let size = PixelSize(width: 3, height: 2)
    let picture = PixelBuffer(size: size, format: format, bytes: bytes).displayEncoded()
    #expect(picture.format == .rgba8)
    #expect(picture.bytes[0...2] == [64, 64, 64])
    let linear = PixelBuffer(size: size, format: format, colorSpace: .extendedLinearSRGB, bytes: bytes).displayEncoded()
    // IEC 61966-2-1: linear 64/255 is 137/255 on a display.
    #expect(linear.bytes[0...2] == [137, 137, 137])
  }
}
