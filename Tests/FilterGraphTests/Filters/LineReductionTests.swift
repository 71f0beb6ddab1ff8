import Imaging
import Testing

@testable import FilterGraph

/// Means of rows and columns, and the extremes of areas.
@Suite struct LineReductionTests {
  private let picture = TestPicture(size: PixelSize(width: 67, height: 13), content: .straight)
  private let area = PixelRect(x: 3, y: 2, width: 20, height: 9)

  @Test(arguments: [true, false])
  func `every row and column has its mean`(isRow: Bool) throws {
    let samples = picture.samples()
    let image =
      isRow
      ? picture.image().applying(.rowAverage(extent: area)) : picture.image().applying(.columnAverage(extent: area))
    #expect(image.extent == Extent(PixelRect(x: 0, y: 0, width: isRow ? 9 : 20, height: 1)))
    let result = try Renderer(tileSize: PixelSize(width: 7, height: 4)).floats(image)
    for place in 0..<(isRow ? 9 : 20) {
      for component in 0..<4 {
        var sum = 0.0
        for other in 0..<(isRow ? 20 : 9) {
          let (x, y) = isRow ? (3 + other, 2 + place) : (3 + place, 2 + other)
          sum += Double(samples[4 * (67 * y + x) + component])
        }
        #expect(abs(Double(result[4 * place + component]) - sum / (isRow ? 20 : 9)) < 1e-6)
      }
    }
  }

  @Test func `the largest and the smallest of an area are one pixel`() throws {
    let samples = picture.samples()
    for (image, pick) in [
      (picture.image().applying(.areaMaximum(extent: area)), { max($0, $1) } as (Float, Float) -> Float),
      (picture.image().applying(.areaMinimum(extent: area)), { min($0, $1) }),
    ] {
      #expect(image.extent == Extent(PixelRect(x: 0, y: 0, width: 1, height: 1)))
      let result = try Renderer().floats(image)
      for component in 0..<4 {
        var expected = samples[4 * (67 * 2 + 3) + component]
        for y in area.minY..<area.maxY {
          for x in area.minX..<area.maxX { expected = pick(expected, samples[4 * (67 * y + x) + component]) }
        }
        #expect(result[component] == expected)
      }
    }
    #expect(throws: RenderError.self) {
      try Renderer().render(
        Image.color(.white).applying(.areaMaximum()), in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    }
  }
}
