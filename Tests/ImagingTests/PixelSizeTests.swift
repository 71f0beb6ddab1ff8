import Imaging
import Testing

@Suite struct PixelSizeTests {
  @Test func `a scaled size is of whole pixels and never empty`() {
    let size = PixelSize(width: 400, height: 301)
    #expect(size.scaled(by: 0.5) == PixelSize(width: 200, height: 151))
    #expect(size.scaled(by: 1) == size)
    #expect(size.scaled(by: 1.0 / 3) == PixelSize(width: 133, height: 100))
    #expect(PixelSize(width: 4000, height: 1).scaled(by: 0.01) == PixelSize(width: 40, height: 1))
  }
}
