import Imaging
import Testing

@testable import FilterGraph

@Suite struct ConvolutionTests {
  static let shapes = [("3X3", 3, 3), ("5X5", 5, 5), ("7X7", 7, 7), ("9Horizontal", 9, 1), ("9Vertical", 1, 9)]

  @Test(arguments: shapes)
  func `all components, or only colours, are weighted sums`(name: String, columns: Int, rows: Int) throws {
    let weights = (0..<(columns * rows)).map { (index: Int) -> Double in Double((index * 5) % 7) / 20 - 0.1 }
    let values: [String: FilterValue] = ["weights": .vector(weights), "bias": .number(0.125)]
    func sum(_ picture: Oracle.Reader, _ x: Int, _ y: Int) -> [Double] {
      var sum = [0.0, 0, 0, 0]
      for (index, weight) in weights.enumerated() {
        let pixel = picture[x + index % columns - columns / 2, y + index / columns - rows / 2]
        for component in 0..<4 { sum[component] += weight * pixel[component] }
      }
      return sum
    }
    let all = try FilterRegistry.makeFilter("CIConvolution\(name)", values)
    let room = (columns / 2, rows / 2)
    func grown(_ size: PixelSize) -> PixelRect {
      PixelRect(x: -room.0, y: -room.1, width: size.width + 2 * room.0, height: size.height + 2 * room.1)
    }
    try Oracle.check(all, in: grown, pictures: MorphologyTests.pictures) { picture, x, y in
      sum(picture, x, y).map { $0 + 0.125 }
    }
    let color = try FilterRegistry.makeFilter("CIConvolutionRGB\(name)", values)
    try Oracle.check(color, pictures: MorphologyTests.pictures) { picture, x, y in
      let alpha = picture[x, y][3]
      return sum(picture, x, y).prefix(3).map { $0 + 0.125 * alpha } + [alpha]
    }
  }

  @Test func `weights of a wrong count are refused`() throws {
    #expect(throws: FilterError.wrongCount(key: "weights", filter: "convolution3X3", expected: 9, got: 4)) {
      try FilterRegistry.makeFilter("convolution3X3", ["weights": .vector([1, 2, 3, 4])])
    }
    let image = Image.color(.white).applying(.convolution3X3(weights: [1]))
    #expect(
      throws: RenderError.filter(.wrongCount(key: "weights", filter: "convolution3X3", expected: 9, got: 1))
    ) { try Renderer().render(image, in: PixelRect(x: 0, y: 0, width: 1, height: 1)) }
  }

  @Test func `taps far apart read what the picture has, with the same sums`() throws {
    let picture = TestPicture(size: PixelSize(width: 40, height: 30), content: .translucent)
    let near = [(3, -2, 0.5), (-4, 1, 0.3), (0, 5, 0.2)] as [(Int, Int, Float)]
    let far = [(1500, -900, 0.25), (-1200, 700, -0.5)] as [(Int, Int, Float)]
    func result(_ taps: [(Int, Int, Float)]) throws -> [Float] {
      let taps = taps.map { ConvolveOperation.Tap(dx: $0.0, dy: $0.1, weight: $0.2) }
      let operation = ConvolveOperation("test", taps: taps, keepsOpaque: false)
      #expect(operation.readsExtentsOnly == (taps.count > near.count))
      return try Renderer().floats(Image(operation, picture.image()).cropped(to: PixelRect(picture.size)))
    }
    #expect(try result(near) == result(near + far))
  }

  @Test func `taps on one side move the extent and the region, and make neither larger`() {
    let taps = [ConvolveOperation.Tap(dx: 90, dy: -50, weight: 0.5), .init(dx: 93, dy: -48, weight: 0.5)]
    let operation = ConvolveOperation("shift", taps: taps, keepsOpaque: false)
    let rect = PixelRect(x: 5, y: 7, width: 10, height: 20)
    #expect(operation.extent(of: [Extent(rect)]) == Extent(PixelRect(x: -88, y: 55, width: 13, height: 22)))
    #expect(operation.regionOfInterest(for: rect, input: 0) == PixelRect(x: 95, y: -43, width: 13, height: 22))
  }
}
