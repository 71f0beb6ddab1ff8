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

  @Test func `a pixel kernel sees straight colours and the place`() throws {
    let image = picture.image().applying(Swap()).applying(Blinds())
    let pixels = try Renderer().floats(image)
    let reader = Oracle.Reader(picture)
    for index in 0..<35 {
      let own = reader[index % 7, index / 7]
      let expected = index % 7 % 2 == 0 ? [own[2], own[1], own[0], own[3]] : [0, 0, 0, 0]
      for component in 0..<4 { #expect(abs(Double(pixels[4 * index + component]) - expected[component]) < 1e-6) }
    }
  }

  @Test func `a neighbourhood kernel reads what lies about, transparent outside`() throws {
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

  @Test func `kernels fuse with what is before and after`() {
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
}
