import Effects
import FilterGraph
import Imaging
import Kernels
import Support
import Testing

@testable import Scenes

/// Pictures that come in planes: only what an effect changes is drawn, and it is what it would be of pixels.
@Suite struct DrawnPartsTests {
  private static let planes = RandomPlanes(width: 320, height: 182, seed: 21)
  private static let picture = planes.withPlanes { YCbCrPicture(copying: $0, as: .rgba8) }
  private static let faces = [
    Face(id: 1, bounds: NormalizedRect(x: 0.1, y: 0.2, width: 0.1, height: 0.18)),
    Face(id: 2, bounds: NormalizedRect(x: 0.7, y: 0.6, width: 0.08, height: 0.15)),
  ]

  private static var mattes: MatteSet {
    let size = picture.size.half
    let pixels = PixelBuffer(
      size: size, format: .l8, colorSpace: .linearGray,
      bytes: (0..<size.area).map { UInt8(min(255, max(0, 3 * ($0 % size.width) - 150))) })
    return [Matte(kind: .portrait, pixels: pixels, coordinateSpace: .stored)]
  }

  private static func scene(_ frame: Frame) -> Scene { Scene(frame, faces: faces, mattes: mattes) }

  private static let time = MediaTime(value: 1, timescale: 25)

  /// Each with the most of the picture that it may draw.
  static let effects: [(any Effect, Double)] = [
    (Sticker(shape: .glasses), 0.3), (HideFaces(), 0.3), (HideFaces(method: .pixellate), 0.3), (BlurBackground(), 1),
  ]

  @Test(arguments: effects.indices)
  func `a part is drawn as in the whole`(index: Int) throws {
    let (effect, most) = Self.effects[index]
    let stack = EffectStack([effect])
    // Nobody has made pixels of these planes.
    let frame = Frame(picture: Self.picture.withoutPixels, orientation: .right, time: Self.time)
    let plain = Frame(pixels: Self.picture.pixels, orientation: .right, time: Self.time)
    let drawn = try Self.scene(frame).applying(stack).rendered()
    let expected = try Self.scene(plain).applying(stack).rendered()
    #expect(expected.pixels != plain.pixels)
    #expect(drawn == expected)
    let patched = try #require(drawn.picture as? PatchedPicture)
    let area = patched.patches.reduce(0) { $0 + $1.rect.size.area }
    #expect(Double(area) <= most * Double(frame.size.area))
    #expect(patched.base.madePixels == nil)
  }

  @Test func `without a drawing the frame itself is passed on`() throws {
    let frame = Frame(picture: Self.picture.withoutPixels, time: Self.time)
    let stack = EffectStack([BlurBackground(strength: 0)])
    #expect(try Self.scene(frame).applying(stack).rendered().picture === frame.picture)
    // Nor are pixels made of it.
    #expect((frame.picture as? YCbCrPicture)?.madePixels == nil)
    var unseen = Scene(frame)
    unseen = unseen.applying(EffectStack([Sticker()]))
    #expect(try unseen.rendered().picture === frame.picture)
  }
}
