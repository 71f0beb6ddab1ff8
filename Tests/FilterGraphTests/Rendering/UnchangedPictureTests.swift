import Imaging
import Testing

@testable import FilterGraph

/// What a render leaves of a picture that it changes a part of.
@Suite struct UnchangedPictureTests {
  private static let size = PixelSize(width: 700, height: 300)

  /// Every value of every component, in no order.
  private func picture(alpha: UInt8 = 255, alphaType: AlphaType = .opaque) -> PixelBuffer {
    let bytes = (0..<Self.size.area).flatMap { index -> [UInt8] in
      let value = UInt32(truncatingIfNeeded: index &* 2_654_435_761)
      return [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), alpha]
    }
    return PixelBuffer(size: Self.size, format: .rgba8, colorSpace: .sRGB, alphaType: alphaType, bytes: bytes)
  }

  /// Two marks, one of them half transparent and cut by the picture's edge.
  private func marked(_ picture: PixelBuffer) -> Image {
    let red = Image.color(.init(red: 1, green: 0, blue: 0, alpha: 0.5)).cropped(
      to: PixelRect(x: 600, y: -20, width: 200, height: 60))
    let blue = Image.color(.init(red: 0, green: 0, blue: 1, alpha: 1)).cropped(
      to: PixelRect(x: 31, y: 17, width: 45, height: 80))
    return red.composited(over: blue.composited(over: Image(picture))).cropped(to: PixelRect(Self.size))
  }

  private func unchanged(_ image: Image, in region: PixelRect = PixelRect(size)) -> UnchangedPicture? {
    UnchangedPicture(under: image, in: region, as: .rgba8, colorSpace: .sRGB, alphaType: .opaque)
  }

  @Test func `marks are drawn as they are where all is rendered, and the rest is the picture's`() throws {
    let picture = picture()
    let image = marked(picture)
    #expect(unchanged(image)?.parts.count == 2)
    // Nothing, laid over all of it, takes the long way.
    let covered = Image.color(.init(red: 0, green: 0, blue: 0, alpha: 0)).composited(over: image)
    #expect(unchanged(covered) == nil)
    let whole = try Renderer().render(covered, in: PixelRect(Self.size), alphaType: .opaque)
    for region in [PixelRect(Self.size), PixelRect(x: 40, y: 10, width: 600, height: 200)] {
      let result = try Renderer().render(image, in: region, alphaType: .opaque)
      var different = 0
      for y in 0..<region.height {
        for x in 0..<region.width {
          let (here, there) = (4 * (y * region.width + x), 4 * ((y + region.y) * Self.size.width + x + region.x))
          if result.bytes[here..<here + 4] != whole.bytes[there..<there + 4] { different += 1 }
        }
      }
      #expect(different == 0)
    }
    var used = PixelBuffer(size: Self.size, format: .rgba8, colorSpace: .sRGB, alphaType: .opaque)
    try Renderer().render(image, into: &used)
    let isSame = used.bytes == whole.bytes
    #expect(isSame)
  }

  @Test func `the fourth component of an opaque picture means nothing`() throws {
    let result = try Renderer().render(marked(picture(alpha: 7)), alphaType: .opaque)
    let isSame = try result.bytes == Renderer().render(marked(picture()), alphaType: .opaque).bytes
    #expect(isSame)
  }

  @Test func `what changes everything, or has other samples, is rendered as a whole`() throws {
    let image = marked(picture())
    #expect(unchanged(image.applying(.colorInvert)) == nil)
    #expect(unchanged(image, in: PixelRect(x: -5, y: 0, width: 20, height: 20)) == nil)
    #expect(unchanged(image, in: PixelRect(x: 31, y: 17, width: 50, height: 80)) == nil)
    #expect(unchanged(marked(picture(alpha: 100, alphaType: .straight))) == nil)
    #expect(
      UnchangedPicture(
        under: image, in: PixelRect(Self.size), as: .rgba8, colorSpace: .displayP3, alphaType: .opaque) == nil)
    #expect(unchanged(Image(picture()))?.parts.isEmpty == true)
  }
}
