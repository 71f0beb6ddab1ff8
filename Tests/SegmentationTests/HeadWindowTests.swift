import Imaging
import Testing

@testable import Segmentation

@Suite struct HeadWindowTests {
  let size = PixelSize(width: 2016, height: 1512)

  private func face(x: Double, y: Double, side: Double) -> Face {
    Face(bounds: NormalizedRect(x: x, y: y, width: side, height: side * 2016 / 1512))
  }

  @Test func `a small head is looked at larger, with room round it`() throws {
    let window = try #require(
      HeadWindow(for: face(x: 0.5, y: 0.4, side: 0.05), in: size, longSide: 384, wholeLongSide: 512))
    // 5 times the face's 101 pixels, round its middle.
    #expect(abs(window.rect.width - 504) <= 2 && abs(window.rect.height - 504) <= 2)
    #expect(abs(window.rect.x + window.rect.width / 2 - 1058) <= 2)
    #expect(PixelRect(size).contains(window.rect))
  }

  @Test func `a head that fills the picture needs no second look`() {
    #expect(HeadWindow(for: face(x: 0.3, y: 0.2, side: 0.3), in: size, longSide: 384, wholeLongSide: 512) == nil)
  }

  @Test func `a face of no size or beyond the picture gives no window`() {
    for bounds in [
      NormalizedRect(x: 0.5, y: 0.5, width: 0, height: 0), NormalizedRect(x: 3, y: 3, width: 0.05, height: 0.05),
      NormalizedRect(x: .nan, y: 0, width: 0.1, height: 0.1),
    ] {
      #expect(HeadWindow(for: Face(bounds: bounds), in: size, longSide: 384, wholeLongSide: 512) == nil)
    }
  }

  @Test func `weights fade to nothing inside the picture and not at its edge`() throws {
    let window = try #require(
      HeadWindow(for: face(x: 0.0, y: 0.4, side: 0.05), in: size, longSide: 384, wholeLongSide: 512))
    #expect(window.rect.minX == 0)
    let weights = window.weights(in: size)
    #expect(weights.columns.first == 1)
    #expect((weights.columns.last ?? 1) < 0.01)
    #expect((weights.rows.first ?? 1) < 0.01)
    #expect(weights.columns.count == window.rect.width && weights.rows.count == window.rect.height)
    #expect((weights.columns + weights.rows).allSatisfy { (0...1).contains($0) })
  }
}
