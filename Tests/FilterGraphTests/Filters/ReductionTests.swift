import Imaging
import Support
import Testing

@testable import FilterGraph

@Suite struct ReductionTests {
  @Test(arguments: TestPicture.all.indices)
  func `the mean, the smallest and the largest are those of the area`(index: Int) throws {
    let picture = TestPicture.all[index]
    let reader = Oracle.Reader(picture)
    // Reaches beyond the picture, where it is transparent.
    for area in [PixelRect(picture.size), PixelRect(x: -1, y: 0, width: 3, height: picture.size.height)] {
      var values = [[Double]](repeating: [], count: 4)
      for y in area.minY..<area.maxY {
        for x in area.minX..<area.maxX {
          for (component, value) in reader[x, y].enumerated() { values[component].append(value) }
        }
      }
      let mean = try Renderer().floats(picture.image().applying(.areaAverage(extent: area)))
      let ends = try Renderer().floats(picture.image().applying(.areaMinMax(extent: area)))
      for component in 0..<4 {
        let sum = values[component].reduce(0, +)
        #expect(abs(Double(mean[component]) - sum / Double(values[component].count)) < 1e-6)
        #expect(Double(ends[component]) == values[component].min())
        #expect(Double(ends[4 + component]) == values[component].max())
      }
    }
  }

  @Test func `bins sum to 1 and count their values`() throws {
    let picture = TestPicture(size: PixelSize(width: 65, height: 33), content: .translucent)
    let reader = Oracle.Reader(picture)
    let bins = 10
    var plain = [[Double]](repeating: [Double](repeating: 0, count: bins), count: 4)
    for y in 0..<33 {
      for x in 0..<65 {
        let pixel = reader.pixel(x, y)
        for (component, value) in (pixel.color + [pixel.alpha]).enumerated() {
          plain[component][min(Int(value * Double(bins)), bins - 1)] += 1.0 / Double(65 * 33)
        }
      }
    }
    let result = try Renderer().floats(picture.image().applying(.areaHistogram(count: bins)))
    for component in 0..<4 {
      let shares = (0..<bins).map { Double(result[4 * $0 + component]) }
      #expect(abs(shares.reduce(0, +) - 1) < 1e-5)
      // A value on the border of two bins may fall into either.
      #expect(zip(shares, plain[component]).allSatisfy { abs($0 - $1) < 2.0 / Double(65 * 33) })
    }
    let weighted = try Renderer().floats(
      picture.image().applying(.areaAlphaWeightedHistogram(scale: 3, count: bins)))
    for component in 0..<3 {
      let shares = (0..<bins).map { Double(weighted[4 * $0 + component]) }
      #expect(abs(shares.reduce(0, +) - 3) < 1e-4)
    }
    #expect(weighted[3] == 1)
  }

  @Test func `threads and tiles change no bit of a mean`() throws {
    let picture = TestPicture(size: PixelSize(width: 65, height: 33), content: .extended)
    let image = picture.image().applying(.areaAverage())
    let one = try Renderer(threads: 1).floats(image)
    for (threads, tile) in [(2, 5), (5, 16), (3, 64)] {
      let many = try Renderer(tileSize: PixelSize(width: tile, height: tile), threads: threads).floats(image)
      #expect(many == one)
    }
  }

  @Test func `a reduction can be used by later steps, and infinite images have none`() throws {
    let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .opaque)
    let mean = picture.image().applying(.areaAverage()).clampedToExtent()
    let centered = picture.image().applying(.colorAbsoluteDifference(image2: mean))
    let difference = try Renderer().floats(centered)
    let expected = try Renderer().floats(picture.image().applying(.areaAverage()))
    let samples = picture.samples()
    #expect(abs(difference[4] - abs(samples[4] - expected[0])) < 1e-6)
    #expect(mean.renderPlan.contains("areaAverage"))
    #expect(throws: RenderError.self) {
      try Renderer().render(
        Image.color(.white).applying(.areaAverage()), in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    }
  }
}
