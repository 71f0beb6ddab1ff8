import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Colour filters against their closed forms in double precision.
@Suite struct ColorFormulaTests {
  private func check(
    _ filter: some Filter, within tolerance: Double = 1e-5, _ formula: (Pixel) -> [Double]
  ) throws {
    try Oracle.check(filter, within: tolerance) { picture, x, y in formula(picture.pixel(x, y)) }
  }

  @Test func `a polynomial is a cubic of each component, alpha too`() throws {
    let red = SIMD4(0.1, 0.8, -0.3, 0.05)
    let alpha = SIMD4(0.2, 0.5, 0.1, 0.1)
    func cubic(_ c: SIMD4<Double>, _ x: Double) -> Double {
      let squared: Double = c[2] * x * x
      let cubed: Double = c[3] * x * x * x
      return c[0] + c[1] * x + squared + cubed
    }
    try check(.colorPolynomial(redCoefficients: red, blueCoefficients: [0, 0, 1, 0], alphaCoefficients: alpha)) { p in
      Pixel([cubic(red, p.color[0]), p.color[1], p.color[2] * p.color[2]], cubic(alpha, p.alpha)).premultiplied
    }
  }

  @Test func `a cross polynomial weighs r, g, b, rr, gg, bb, rg, gb, br and 1`() throws {
    let weights = (0..<3).map { row in
      (0..<10).map { (term: Int) -> Double in 0.05 * Double((term * 3 + row * 7) % 11) - 0.2 }
    }
    let filter = ColorCrossPolynomial(
      redCoefficients: weights[0], greenCoefficients: weights[1], blueCoefficients: weights[2])
    try check(filter) { p in
      let (r, g, b) = (p.color[0], p.color[1], p.color[2])
      let terms: [Double] = [r, g, b, r * r, g * g, b * b, r * g, g * b, b * r, 1]
      let color = weights.map { row -> Double in (0..<10).reduce(0.0) { $0 + row[$1] * terms[$1] } }
      return Pixel(color, p.alpha).premultiplied
    }
  }

  @Test(arguments: [0.5, 0.2, -0.1, 1.3])
  func `a threshold is a step`(threshold: Double) throws {
    try check(.colorThreshold(threshold: threshold)) { p in p.map { $0 > threshold ? 1 : 0 }.premultiplied }
  }

  @Test func `Otsu's threshold parts two brightnesses`() throws {
    let size = PixelSize(width: 10, height: 10)
    let samples = (0..<100).flatMap { index -> [Float] in
      let v: Float = index % 3 == 0 ? 0.62 + 0.01 * Float(index % 7) : 0.3 - 0.01 * Float(index % 5)
      return [v, v, v, 1]
    }
    let result = try Renderer().floats(Image(.floats(samples, size, .opaque)).applying(.colorThresholdOtsu))
    for index in 0..<100 { #expect(result[4 * index] == (index % 3 == 0 ? 1 : 0)) }
    #expect(throws: RenderError.self) {
      try Renderer().render(Image.color(.white).applying(.colorThresholdOtsu), in: PixelRect(size))
    }
  }

  @Test func `the difference of two images is absolute, alpha their product`() throws {
    let other = TestPicture(size: PixelSize(width: 7, height: 5), content: .translucent)
    let second = Oracle.Reader(other, seed: 9)
    try Oracle.check(
      ColorAbsoluteDifference(image2: other.image(seed: 9)),
      pictures: TestPicture.Content.allCases.map { TestPicture(size: other.size, content: $0) }
    ) { picture, x, y in
      let (a, b) = (picture.pixel(x, y), second.pixel(x, y))
      return Pixel(zip(a.color, b.color).map { abs($0 - $1) }, a.alpha * b.alpha).premultiplied
    }
  }

  @Test func `false colour is a straight line by luminance`() throws {
    let (dark, light) = (Color(linearRed: 0.1, green: 0.2, blue: 0.7), Color(linearRed: 0.9, green: 0.5, blue: 0.3))
    try check(.falseColor(color0: dark, color1: light)) { p in
      let t = p.luminance
      return Pixel([0.1 + 0.8 * t, 0.2 + 0.3 * t, 0.7 - 0.4 * t], p.alpha).premultiplied
    }
  }

  @Test(arguments: [2.0, 3, 6, 17])
  func `posterizing rounds to levels`(levels: Double) throws {
    // A value half way between two levels may be rounded either way; the tolerance leaves no room for another level.
    try check(.colorPosterize(levels: levels), within: 1.01 / (levels - 1)) { p in
      p.map { ($0 * (levels - 1)).rounded() / (levels - 1) }.premultiplied
    }
    let size = PixelSize(width: 3, height: 1)
    let samples: [Float] = [0, 0, 0, 1, 1, 1, 1, 1, 0.26, 0.26, 0.26, 1]
    let result = try Renderer().floats(Image(.floats(samples, size)).applying(.colorPosterize(levels: 3)))
    #expect(result == [0, 0, 0, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 1])
  }

  @Test func `sepia at 0 has no effect, and at 1 keeps the luminance`() throws {
    let picture = TestPicture(size: PixelSize(width: 7, height: 5), content: .opaque)
    let image = picture.image()
    #expect(image.applying(.sepiaTone(intensity: 0)) == image)
    try check(.sepiaTone(intensity: 1), within: 1e-4) { p in
      let sum = 0.2126 * 1.17 + 0.7152 * 0.99 + 0.0722 * 0.71
      return Pixel([1.17, 0.99, 0.71].map { $0 / sum * p.luminance }, p.alpha).premultiplied
    }
  }

  @Test func `a tone curve passes through its points, in square roots`() throws {
    let curve = ToneCurveFilter(
      point1: Point(x: 0.25, y: 0.35), point2: Point(x: 0.5, y: 0.45), point3: Point(x: 0.75, y: 0.8))
    for (x, y) in [(0.0, 0.0), (0.25, 0.35), (0.5, 0.45), (0.75, 0.8), (1.0, 1.0), (1.4, 1.0)] {
      let flat = Image.color(Color(linearRed: x * x, green: x * x, blue: x * x))
      let pixel = try Renderer().floats(flat.applying(curve), in: PixelRect(x: 0, y: 0, width: 1, height: 1))
      #expect(abs(Double(pixel[0]) - y * y) < 2e-6)
    }
    var far = curve
    far.extrapolate = true
    let bright = Image.color(Color(linearRed: 4, green: 4, blue: 4)).applying(far)
    #expect(try Renderer().floats(bright, in: PixelRect(x: 0, y: 0, width: 1, height: 1))[0] > 1.5)
    var folded = curve
    folded.point2 = Point(x: 0.2, y: 0.5)
    #expect(throws: FilterError.self) { try folded.validate() }
  }

  @Test func `a spline of straight points is straight`() {
    let line = CubicSpline([0, 0.3, 0.4, 0.9].map { Point(x: $0, y: 2 * $0 + 1) }, extrapolates: true)
    for x: Float in [-1, 0, 0.15, 0.33, 0.5, 0.9, 2] { #expect(abs(line.value(at: x) - (2 * x + 1)) < 1e-5) }
  }

  @Test func `temperature maps one illuminant's white to the other's`() throws {
    let warm = Point(x: 3000, y: 0)
    let day = Point(x: 6500, y: 0)
    let one = PixelRect(x: 0, y: 0, width: 1, height: 1)
    let toWarm = try Renderer().floats(
      Image.color(.white).applying(.temperatureAndTint(neutral: day, targetNeutral: warm)), in: one)
    #expect(toWarm[0] > toWarm[1] && toWarm[1] > toWarm[2])
    let there = Image.color(Color(linearRed: 0.2, green: 0.5, blue: 0.7))
      .applying(.temperatureAndTint(neutral: day, targetNeutral: warm))
    let back = try Renderer().floats(
      there.applying(.temperatureAndTint(neutral: warm, targetNeutral: day)), in: one)
    #expect(zip(back, [0.2, 0.5, 0.7, 1]).allSatisfy { abs($0 - $1) < 1e-5 })
    let magenta = try Renderer().floats(
      Image.color(.white).applying(.temperatureAndTint(targetNeutral: Point(x: 6500, y: 50))), in: one)
    #expect(magenta[1] < magenta[0] && magenta[1] < magenta[2])
  }

  @Test func `shadows and highlights are lit apart`() throws {
    let one = PixelRect(x: 0, y: 0, width: 1, height: 1)
    func light(_ value: Double, _ filter: HighlightShadowAdjust) throws -> Float {
      try Renderer().floats(Image.color(Color(linearRed: value, green: value, blue: value)).applying(filter), in: one)[
        0]
    }
    #expect(try light(0.02, .init(shadowAmount: 1)) > 0.03)
    #expect(try abs(light(0.95, .init(shadowAmount: 1)) - 0.95) < 0.01)
    #expect(try light(0.9, .init(highlightAmount: 0)) < 0.7)
    #expect(try abs(light(0.01, .init(highlightAmount: 0)) - 0.01) < 1e-4)
  }

  @Test func `dither is even noise about 0`() throws {
    let size = PixelSize(width: 128, height: 128)
    let flat = Image.color(Color(linearRed: 0.5, green: 0.5, blue: 0.5)).cropped(to: PixelRect(size))
    let pixels = try Renderer().floats(flat.applying(.dither(intensity: 5.1)))
    var sums = [0.0, 0, 0]
    var squares = [0.0, 0, 0]
    for (index, value) in pixels.enumerated() where index % 4 < 3 {
      let noise = Double(value) - 0.5
      #expect(abs(noise) <= 0.1 + 1e-6)
      sums[index % 4] += noise
      squares[index % 4] += noise * noise
    }
    let count = Double(size.area)
    for component in 0..<3 {
      // The variance of an even spread over 0.2, and a mean within four standard errors.
      #expect(abs(sums[component] / count) < 4 * (0.04 / 12 / count).squareRoot())
      #expect(abs(squares[component] / count - 0.04 / 12) < 0.0002)
    }
    // Neighbours know nothing of each other.
    var product = 0.0
    for index in 0..<(size.area - 1) {
      product += (Double(pixels[4 * index]) - 0.5) * (Double(pixels[4 * index + 4]) - 0.5)
    }
    #expect(abs(product / count) < 0.0002)
  }
}
