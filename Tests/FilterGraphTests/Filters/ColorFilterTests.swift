import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Filters of one image against their formulas in double precision.
@Suite struct ColorFilterTests {
  private func check(
    _ filter: some Filter, within tolerance: Double = 1e-5, _ oracle: (Pixel) -> [Double]
  ) throws {
    for picture in TestPicture.all {
      let error = try worstError(
        of: picture.image().applying(filter), from: [picture.samples()], size: picture.size
      ) { oracle($0[0]) }
      #expect(error < tolerance, "\(filter) on \(picture)")
    }
  }

  @Test func `the largest and the smallest component become gray`() throws {
    try check(.maximumComponent) { p in Array(repeating: (p.color.max() ?? 0) * p.alpha, count: 3) + [p.alpha] }
    try check(.minimumComponent) { p in Array(repeating: (p.color.min() ?? 0) * p.alpha, count: 3) + [p.alpha] }
  }

  @Test(arguments: [0.25, 0.5, 0.73, 1.8, 2.4, 4])
  func `gamma is a power that keeps the sign`(power: Double) throws {
    try check(.gammaAdjust(power: power)) { p in
      p.map { $0 < 0 ? -pow(-$0, power) : pow($0, power) }.premultiplied
    }
  }

  @Test(arguments: [-1.0, -0.3, 0.1, 0.45, 0.9, 1.0 / 2.4, 1.2, 2.2, 3, -2, 3.5])
  func `gamma is as accurate in the dark as in the light`(power: Double) throws {
    let light = (0..<2000).map { Float(exp2(Double($0) / 50 - 30) * 1.37) }
    let size = PixelSize(width: light.count, height: 1)
    let image = Image(.floats(light.flatMap { [$0, 0, -$0, 1] }, size, .opaque))
    let result = try Renderer().floats(image.applying(.gammaAdjust(power: power)))
    for (index, value) in light.enumerated() {
      let expected = pow(Double(value), power)
      guard expected < 65504, expected > 1e-12 else { continue }
      #expect(abs(Double(result[4 * index]) - expected) < 4e-6 * expected)
      #expect(result[4 * index + 2] == -result[4 * index])
      #expect(result[4 * index + 1] == (power > 0 ? 0 : 65504))
    }
  }

  @Test func `the fused step on opaque pictures equals its filters`() throws {
    let matrix = ColorMatrix(rVector: [0.5, 0.3, 0.2, 0], gVector: [0, 1, 0, 0], biasVector: [0.1, 0, -0.1, 0])
    let scaled = ColorMatrix(rVector: [0.5, 0, 0, 0], bVector: [0, 0, 2, 0], biasVector: [0.1, 0, -0.1, 0])
    let chains: [(Image) -> Image] = [
      { $0.applying(.maximumComponent).applying(.gammaAdjust(power: 0.7)) },
      { $0.applying(.minimumComponent).applying(.gammaAdjust(power: 0.5)).applying(.gammaAdjust(power: 3)) },
      { $0.applying(.exposureAdjust(ev: 0.7)).applying(matrix).applying(.colorInvert) },
      { $0.applying(scaled).applying(.exposureAdjust(ev: -1)).applying(.colorInvert).applying(scaled) },
      { $0.blended(over: $0.applying(.colorInvert), mask: $0.applying(scaled)) },
    ]
    for (index, chain) in chains.enumerated() {
      for content in TestPicture.Content.allCases {
        let image = chain(TestPicture(size: PixelSize(width: 65, height: 7), content: content).image())
        let fused = try Renderer().floats(image)
        let apart = try Renderer(fusing: false).floats(image)
        let worst = zip(fused, apart).map { abs($0 - $1) / max(abs($1), 1) }.max() ?? 1
        #expect(worst < 1e-5, "chain \(index), \(content)")
      }
    }
  }

  @Test func `gamma stays finite at its ends`() throws {
    let samples: [Float] = [0, 1e-30, 3e4, 1, 0, -3e4, 1e38, 1]
    let size = PixelSize(width: 2, height: 1)
    let image = Image(.floats(samples, size))
    let dark = try Renderer().floats(image.applying(.gammaAdjust(power: 10)))
    #expect(dark == [0, 0, 65504, 1, 0, -65504, 65504, 1])
    let flat = try Renderer().floats(image.applying(.gammaAdjust(power: 0)))
    #expect(flat == [1, 1, 1, 1, 1, -1, 1, 1])
  }

  @Test func `exposure doubles light`() throws {
    try check(.exposureAdjust(ev: 1.5)) { p in p.map { $0 * exp2(1.5) }.premultiplied }
  }

  @Test func `colour controls follow their formulas in their order`() throws {
    try check(.colorControls(saturation: 1.4, brightness: 0.1, contrast: 0.8)) { p in
      let gray = p.luminance
      return p.map { ((gray + ($0 - gray) * 1.4 + 0.1) - 0.5) * 0.8 + 0.5 }.premultiplied
    }
  }

  @Test func `a colour matrix weighs straight components`() throws {
    let filter = ColorMatrix(
      rVector: [0.5, 0.25, 0, 0.1], gVector: [0, 1, -0.5, 0], bVector: [0.2, 0.2, 0.2, 0], aVector: [0, 0, 0, 0.5],
      biasVector: [0.1, 0, -0.1, 0.25])
    try check(filter) { p in
      let v = p.color + [p.alpha]
      let color = [
        0.5 * v[0] + 0.25 * v[1] + 0.1 * v[3] + 0.1, v[1] - 0.5 * v[2], 0.2 * (v[0] + v[1] + v[2]) - 0.1,
      ]
      return Pixel(color, 0.5 * v[3] + 0.25).premultiplied
    }
  }

  @Test func `inverting and clamping act on each component`() throws {
    try check(.colorInvert) { p in p.map { 1 - $0 }.premultiplied }
    try check(ColorClamp(minComponents: [0.2, 0.1, 0, 0], maxComponents: [0.8, 0.5, 1, 1])) { p in
      Pixel(
        [min(max(p.color[0], 0.2), 0.8), min(max(p.color[1], 0.1), 0.5), min(max(p.color[2], 0), 1)], p.alpha
      ).premultiplied
    }
  }

  @Test func `clamping limits an alpha above 1`() throws {
    let strong = ColorMatrix(aVector: [0, 0, 0, 3])
    for picture in TestPicture.all {
      let image = picture.image().applying(strong)
        .applying(.colorClamp(minComponents: [-9, -9, -9, 0], maxComponents: [9, 9, 9, 1]))
      let error = try worstError(of: image, from: [picture.samples()], size: picture.size) { pixels in
        Pixel(pixels[0].color, min(3 * pixels[0].alpha, 1)).premultiplied
      }
      #expect(error < 1e-5, "\(picture)")
    }
  }

  @Test func `the tone curves of sRGB are IEC 61966-2-1 and undo each other`() throws {
    try check(.linearToSRGBToneCurve) { p in
      p.map { v in
        let x = abs(v)
        let y = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055
        return v < 0 ? -y : y
      }.premultiplied
    }
    for picture in TestPicture.all {
      let image = picture.image().applying(.linearToSRGBToneCurve).applying(.sRGBToneCurveToLinear)
      let error = try worstError(of: image, from: [picture.samples()], size: picture.size) { $0[0].premultiplied }
      #expect(error < 1e-5)
    }
  }

  @Test func `turning hue keeps grays, and a third of a turn passes the components on`() throws {
    try check(.hueAdjust(angle: 2 * .pi / 3)) { p in
      Pixel([p.color[2], p.color[0], p.color[1]], p.alpha).premultiplied
    }
    let gray = Image.color(Color(linearRed: 0.3, green: 0.3, blue: 0.3)).applying(.hueAdjust(angle: 1))
    let pixel = try Renderer().floats(gray, in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(zip(pixel, [0.3, 0.3, 0.3, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a white point multiplies, a monochrome shades, a mask becomes alpha`() throws {
    let color = Color(linearRed: 0.9, green: 0.5, blue: 0.2)
    let light = [0.9, 0.5, 0.2]
    try check(.whitePointAdjust(color: color)) { p in
      Pixel(zip(p.color, light).map { $0 * $1 }, p.alpha).premultiplied
    }
    try check(.colorMonochrome(color: color, intensity: 0.75)) { p in
      Pixel((0..<3).map { 0.25 * p.color[$0] + 0.75 * light[$0] * p.luminance }, p.alpha).premultiplied
    }
    try check(.maskToAlpha) { p in Array(repeating: min(max(p.luminance * p.alpha, 0), 1), count: 4) }
  }

  @Test func `vibrance leaves grays and the strongest colours`() throws {
    for color in [Color(linearRed: 0.4, green: 0.4, blue: 0.4), Color(linearRed: 1, green: 0, blue: 0)] {
      let one = PixelRect(x: 0, y: 0, width: 1, height: 1)
      let before = try Renderer().floats(.color(color), in: one)
      let after = try Renderer().floats(Image.color(color).applying(.vibrance(amount: 0.8)), in: one)
      #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }
}
