import Imaging
import Testing

@testable import FilterGraph

/// Where an image differs from the one that things were laid over.
@Suite struct ChangedPartsTests {
  private let area = PixelRect(x: 0, y: 0, width: 40, height: 30)

  private func patch(_ x: Int, _ y: Int) -> Image {
    Image.color(Color(red: 1, green: 0, blue: 0)).cropped(to: PixelRect(x: x, y: y, width: 5, height: 4))
  }

  @Test func `an image over another changes it there`() {
    let original = Image(PixelBuffer(size: area.size, format: .rgba8))
    #expect(original.changes(from: original, in: area) == [])
    let two = patch(3, 4).composited(over: patch(38, 2).applying(.sourceAtopCompositing(backgroundImage: original)))
    #expect(
      two.cropped(to: area).changes(from: original, in: area) == [
        PixelRect(x: 3, y: 4, width: 5, height: 4), PixelRect(x: 38, y: 2, width: 2, height: 4),
      ])
    let masked = Image.color(Color(red: 1, green: 0, blue: 0)).blended(over: original, mask: patch(9, 9))
    #expect(masked.cropped(to: area).changes(from: original, in: area) == [PixelRect(x: 9, y: 9, width: 5, height: 4)])
  }

  @Test func `changes of every pixel, or of another image, are unknown`() {
    let original = Image(PixelBuffer(size: area.size, format: .rgba8))
    #expect(original.applying(.colorInvert).changes(from: original, in: area) == nil)
    #expect(original.cropped(to: PixelRect(x: 1, y: 0, width: 40, height: 30)).changes(from: original, in: area) == nil)
    #expect(patch(1, 1).changes(from: original, in: area) == nil)
    #expect(original.composited(over: patch(1, 1)).changes(from: original, in: area) == nil)
  }
}
