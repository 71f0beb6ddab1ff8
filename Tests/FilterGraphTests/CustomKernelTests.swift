import Imaging
import Testing

@testable import FilterGraph

/// What a user writes to add a filter: the examples of the documentation.
@Suite struct CustomKernelTests {
  /// Red and blue exchanged.
  struct Swap: PixelKernel {
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      SIMD4(pixel.z, pixel.y, pixel.x, pixel.w)
    }
  }

  /// Every other column transparent.
  struct Blinds: PixelKernel {
    var wantsStraightAlpha: Bool { false }
    var changesAlpha: Bool { true }
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> { x.isMultiple(of: 2) ? pixel : .zero }
  }

  /// The mean of a cross of five pixels.
  struct Cross: NeighborhoodKernel {
    var reach: Int { 1 }
    func process(_ pixels: PixelNeighborhood) -> SIMD4<Float> {
      (pixels[0, 0] + pixels[-1, 0] + pixels[1, 0] + pixels[0, -1] + pixels[0, 1]) / 5
    }
  }

  /// A filter of its own, with a parameter, that the checker takes like one of ours.
  struct Tint: Filter {
    var amount = 0.5
    static let declaration = FilterDeclaration<Tint>(
      "tint", coreImageName: nil, .colorEffect, "More red.",
      parameters: [.number("amount", \.amount, in: 0...1, "How much.")], make: { Tint() })
    func output(for input: Image) -> Image { input.applying(Kernel(amount: Float(amount))) }

    struct Kernel: PixelKernel {
      let amount: Float
      func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> { pixel + SIMD4(amount, 0, 0, 0) }
    }
  }

  private let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .translucent)

  @Test func `a pixel kernel gets straight colours and the position`() throws {
    let image = picture.image().applying(Swap()).applying(Blinds())
    let pixels = try Renderer().floats(image)
    let reader = Oracle.Reader(picture)
    for index in 0..<35 {
      let own = reader[index % 7, index / 7]
      let expected = index % 7 % 2 == 0 ? [own[2], own[1], own[0], own[3]] : [0, 0, 0, 0]
      for component in 0..<4 { #expect(abs(Double(pixels[4 * index + component]) - expected[component]) < 1e-6) }
    }
  }

  @Test func `a neighbourhood kernel reads around its pixel, transparent outside`() throws {
    let pixels = try Renderer().floats(picture.image().applying(Cross()))
    let reader = Oracle.Reader(picture)
    for index in 0..<35 {
      let (x, y) = (index % 7, index / 7)
      let five = [reader[x, y], reader[x - 1, y], reader[x + 1, y], reader[x, y - 1], reader[x, y + 1]]
      for component in 0..<4 {
        let mean = five.reduce(0) { $0 + $1[component] } / 5
        #expect(abs(Double(pixels[4 * index + component]) - mean) < 1e-6)
      }
    }
  }

  @Test func `kernels fuse with the steps before and after`() {
    let chain = picture.image().applying(.exposureAdjust(ev: 1)).applying(Swap()).applying(.colorInvert)
    #expect(chain.renderPlan.split(separator: "\n").count == 1)
    #expect(chain.renderPlan.contains("Swap"))
    let around = chain.applying(Cross()).applying(Swap())
    #expect(around.renderPlan.split(separator: "\n").count == 3)
  }

  @Test func `a filter with a declaration keeps the laws of all filters, and is checked like them`() throws {
    for picture in TestPicture.all { try CheckFilter(filter: Tint()).check(on: picture) }
    #expect(throws: FilterError.outOfRange(key: "amount", filter: "tint", value: 2, range: 0...1)) {
      try Tint.description.makeFilter(["amount": .number(2)])
    }
    #expect(try Tint.description.makeFilter(texts: ["inputAmount": "0.25"]) as? Tint == Tint(amount: 0.25))
  }

  /// The first image where the second is lighter than the third, else half of it.
  struct Nearer: MultipleImageKernel {
    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      pixels[1].y > pixels[2].y ? pixels[0] : pixels[0] / 2
    }
  }

  @Test func `a kernel reads several images, fused and in tiles`() throws {
    let (second, third) = (picture.image(seed: 2), picture.image(seed: 3))
    let image = picture.image().applying(Nearer(), with: [second, third])
    let (a, b, c) = (picture.samples(), picture.samples(seed: 2), picture.samples(seed: 3))
    for tile in [PixelSize(width: 64, height: 64), PixelSize(width: 3, height: 2)] {
      let pixels = try Renderer(tileSize: tile).floats(image)
      for index in pixels.indices {
        let isNear = b[index / 4 * 4 + 1] > c[index / 4 * 4 + 1]
        #expect(pixels[index] == (isNear ? a[index] : a[index] / 2))
      }
    }
    #expect(image.applying(.exposureAdjust(ev: 1)).renderPlan.contains("Nearer -> "))
  }

  /// Rows moved to the right by half their number; the fifth shows nothing.
  struct Slant: WarpKernel {
    func source(of place: Point) -> Point? {
      place.y > 4 ? Point(x: .nan, y: 0) : Point(x: place.x - (place.y - 0.5) / 2, y: place.y)
    }
    func extent(of source: Extent) -> Extent { source.outset(by: 2) }
  }

  @Test func `a warp kernel moves pixels, between them too`() throws {
    let image = picture.image().applying(Slant())
    #expect(image.extent.rect == PixelRect(x: -2, y: -2, width: 11, height: 9))
    let reader = Oracle.Reader(picture)
    for tile in [PixelSize(width: 64, height: 64), PixelSize(width: 3, height: 2)] {
      let pixels = try Renderer(tileSize: tile).floats(image)
      for y in 0..<5 {
        for x in -2..<9 {
          for component in 0..<4 {
            let (left, right) = (reader[x - (y + 1) / 2, y][component], reader[x - y / 2, y][component])
            let expected = y == 4 ? 0 : (left + right) / 2
            #expect(abs(Double(pixels[4 * ((y + 2) * 11 + x + 2) + component]) - expected) < 1e-6)
          }
        }
      }
    }
  }
}
