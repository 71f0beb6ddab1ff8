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

  /// The image with nothing laid over all of it, so that all of it is rendered.
  private func covered(_ image: Image) -> Image {
    Image.color(.init(red: 0, green: 0, blue: 0, alpha: 0)).composited(over: image)
  }

  @Test func `marks equal those of a full render, and the rest is the picture's`() throws {
    let picture = picture()
    let image = marked(picture)
    #expect(unchanged(image)?.changes(in: PixelRect(Self.size)).count == 2)
    #expect(unchanged(covered(image))?.changes(in: PixelRect(Self.size)) == [PixelRect(Self.size)])
    let whole = try Renderer().render(covered(image), in: PixelRect(Self.size), alphaType: .opaque)
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

  @Test func `the fourth component of an opaque picture is ignored`() throws {
    let result = try Renderer().render(marked(picture(alpha: 7)), alphaType: .opaque)
    let isSame = try result.bytes == Renderer().render(marked(picture()), alphaType: .opaque).bytes
    #expect(isSame)
  }

  @Test func `operations that change everything, or use other samples, are rendered completely`() throws {
    let image = marked(picture())
    #expect(unchanged(image.applying(.colorInvert)) == nil)
    #expect(unchanged(image, in: PixelRect(x: -5, y: 0, width: 20, height: 20)) == nil)
    #expect(unchanged(marked(picture(alpha: 100, alphaType: .straight))) == nil)
    #expect(
      UnchangedPicture(
        under: image, in: PixelRect(Self.size), as: .rgba8, colorSpace: .displayP3, alphaType: .opaque) == nil)
    #expect(unchanged(Image(picture()))?.changes(in: PixelRect(Self.size)).isEmpty == true)
  }

  /// Two heads of a matte and the noise of a network beside them.
  private func matte() -> Matte {
    let size = PixelSize(width: 350, height: 150)
    let bytes = (0..<size.area).map { index -> UInt8 in
      let (x, y) = (index % size.width, index / size.width)
      let head = { (column: Int, row: Int) in (x - column) * (x - column) + (y - row) * (y - row) < 900 }
      return head(80, 60) || head(240, 90) ? UInt8(100 + (index * 37) % 156) : x == 330 && y == 3 ? 1 : 0
    }
    return Matte(
      kind: .skin, pixels: PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .stored)
  }

  @Test(arguments: [Renderer(), Renderer(tileSize: PixelSize(width: 64, height: 50), threads: 1)])
  func `through a matte a picture changes where the matte is not 0`(renderer: Renderer) throws {
    let picture = picture()
    let matte = matte()
    let images = [
      Image(picture).applying(.maximumComponent).blended(over: Image(picture), mask: matte),
      Image(picture).applying(.gaussianBlur(radius: 9)).blended(over: Image(picture), mask: matte),
      marked(picture).applying(.colorInvert).blended(over: marked(picture), mask: matte),
    ]
    for image in images {
      let changes = try #require(unchanged(image)).changes(in: PixelRect(Self.size))
      #expect(changes.reduce(0) { $0 + $1.size.area } < Self.size.area)
      let result = try renderer.render(image, in: PixelRect(Self.size), alphaType: .opaque)
      let whole = try renderer.render(covered(image), in: PixelRect(Self.size), alphaType: .opaque)
      let isSame = result.bytes == whole.bytes
      #expect(isSame)
    }
  }

  @Test func `parts of a picture outside a matte are copied`() throws {
    let picture = picture()
    let inverted = Image(picture).applying(.colorInvert)
    let result = try Renderer().render(inverted.blended(over: Image(picture), mask: matte()), alphaType: .opaque)
    let row = 4 * Self.size.width * 10
    let isSame = result.bytes[row..<row + 4 * 600] == picture.bytes[row..<row + 4 * 600]
    #expect(isSame)
    let middle = 4 * (120 * Self.size.width + 160)
    #expect(result.bytes[middle..<middle + 4] != picture.bytes[middle..<middle + 4])
  }
}
