import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Filters of two and three images against their formulas in double precision.
@Suite struct CompositingTests {
  private func check(
    _ name: String, within tolerance: Double = 1e-5, _ oracle: (Pixel, Pixel) -> [Double]
  ) throws {
    for size in TestPicture.sizes {
      for top in TestPicture.Content.allCases {
        // One large pair is enough to reach the vectorised middle of every row.
        for bottom in TestPicture.Content.allCases where size.area < 100 || (top, bottom) == (.translucent, .opaque) {
          let above = TestPicture(size: size, content: top)
          let below = TestPicture(size: size, content: bottom)
          let image = try above.image().applyingFilter(
            name, parameters: ["backgroundImage": .image(below.image(seed: 2))])
          let error = try worstError(
            of: image, from: [above.samples(), below.samples(seed: 2)], size: size
          ) { oracle($0[0], $0[1]) }
          #expect(error < tolerance, "\(name): \(top) over \(bottom), \(size)")
        }
      }
    }
  }

  private func porterDuff(_ name: String, _ factors: (Double, Double) -> (Double, Double)) throws {
    try check(name) { s, d in
      let (fs, fd) = factors(s.alpha, d.alpha)
      return zip(s.premultiplied, d.premultiplied).map { $0 * fs + $1 * fd }
    }
  }

  @Test func `compositing follows Porter and Duff`() throws {
    try porterDuff("CISourceOverCompositing") { s, _ in (1, 1 - s) }
    try porterDuff("CISourceInCompositing") { _, d in (d, 0) }
    try porterDuff("CISourceOutCompositing") { _, d in (1 - d, 0) }
    try porterDuff("CISourceAtopCompositing") { s, d in (d, 1 - s) }
    try porterDuff("CIAdditionCompositing") { _, _ in (1, 1) }
  }

  @Test func `product, maximum and minimum work by component`() throws {
    try check("multiplyCompositing") { s, d in zip(s.premultiplied, d.premultiplied).map { $0 * $1 } }
    try check("maximumCompositing") { s, d in zip(s.premultiplied, d.premultiplied).map { max($0, $1) } }
    try check("minimumCompositing") { s, d in zip(s.premultiplied, d.premultiplied).map { min($0, $1) } }
  }

  /// The compositing of ISO 32000-1, 11.3.6, for a blend function of the backdrop and the source.
  private func blendMode(_ name: String, _ blend: ([Double], [Double]) -> [Double]) throws {
    try check(name, within: 2e-5) { s, b in
      let mixed = blend(b.color, s.color)
      let alpha = s.alpha + b.alpha - s.alpha * b.alpha
      return (0..<3).map {
        (1 - b.alpha) * s.alpha * s.color[$0] + (1 - s.alpha) * b.alpha * b.color[$0] + s.alpha * b.alpha * mixed[$0]
      } + [alpha]
    }
  }

  private func separable(_ name: String, clamped: Bool, _ blend: (Double, Double) -> Double) throws {
    func unit(_ x: Double) -> Double { clamped ? min(max(x, 0), 1) : x }
    try blendMode(name) { b, s in zip(b, s).map { blend(unit($0), unit($1)) } }
  }

  @Test func `separable blend modes follow ISO 32000-1`() throws {
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : 1 - (1 - b) * (1 - (2 * s - 1))
    }
    try separable("CIMultiplyBlendMode", clamped: false) { b, s in b * s }
    try separable("CIScreenBlendMode", clamped: false) { b, s in 1 - (1 - b) * (1 - s) }
    try separable("CIOverlayBlendMode", clamped: true) { b, s in hardLight(s, b) }
    try separable("CIHardLightBlendMode", clamped: true, hardLight)
    try separable("CIDarkenBlendMode", clamped: false) { b, s in min(b, s) }
    try separable("CILightenBlendMode", clamped: false) { b, s in max(b, s) }
    try separable("CIDifferenceBlendMode", clamped: false) { b, s in abs(b - s) }
    try separable("CIExclusionBlendMode", clamped: false) { b, s in b + s - 2 * b * s }
    try separable("CISoftLightBlendMode", clamped: true) { b, s in
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b)
      return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
    }
  }

  @Test func `the further blend modes follow their formulas on colours held to 0...1`() throws {
    func unit(_ x: Double) -> Double { min(max(x, 0), 1) }
    try separable("CILinearBurnBlendMode", clamped: true) { b, s in max(0, b + s - 1) }
    try separable("CILinearDodgeBlendMode", clamped: true) { b, s in min(1, b + s) }
    try separable("CISubtractBlendMode", clamped: true) { b, s in max(0, b - s) }
    try separable("CIDivideBlendMode", clamped: true) { b, s in b == 0 ? 0 : s == 0 ? 1 : min(1, b / s) }
    try separable("CIPinLightBlendMode", clamped: true) { b, s in s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1) }
    try separable("CILinearLightBlendMode", clamped: true) { b, s in unit(b + 2 * s - 1) }
    try separable("CIVividLightBlendMode", clamped: true) { b, s in
      if s <= 0.5 { return b >= 1 ? 1 : s <= 0 ? 0 : unit(1 - (1 - b) / (2 * s)) }
      return b <= 0 ? 0 : s >= 1 ? 1 : unit(b / (2 - 2 * s))
    }
  }

  @Test func `luminosity and colour exchange the named properties`() throws {
    func luminosity(_ c: [Float]) -> Float { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
    let rect = PixelRect(x: 0, y: 0, width: 7, height: 5)
    let picture = TestPicture(size: rect.size, content: .opaque)
    let top = picture.image(seed: 3)
    let bottom = picture.image(seed: 4)
    let color = try Renderer().floats(top.applying(.colorBlendMode(backgroundImage: bottom)))
    let light = try Renderer().floats(bottom.applying(.luminosityBlendMode(backgroundImage: top)))
    let below = picture.samples(seed: 4)
    for index in stride(from: 0, to: color.count, by: 4) {
      let pixel = Array(color[index..<(index + 3)])
      #expect(abs(luminosity(pixel) - luminosity(Array(below[index..<(index + 3)]))) < 1e-5)
      #expect(pixel.allSatisfy { $0 > -1e-5 && $0 < 1 + 1e-5 })
    }
    // The colour of one with the luminosity of the other is the same read from either side.
    #expect(zip(color, light).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test(arguments: [("blendWithMask", 1), ("blendWithAlphaMask", 3), ("blendWithRedMask", 0), ("blendWithBlueMask", 2)])
  func `a mask's own component decides`(name: String, component: Int) throws {
    for size in TestPicture.sizes {
      let picture = TestPicture(size: size, content: .translucent)
      let inputs = (1...3).map { picture.samples(seed: UInt64($0)) }
      let image = try picture.image(seed: 1).applyingFilter(
        name,
        parameters: [
          "inputBackgroundImage": .image(picture.image(seed: 2)), "inputMaskImage": .image(picture.image(seed: 3)),
        ])
      let error = try worstError(of: image, from: inputs, size: size) { p in
        let m = p[2].premultiplied[component]
        return zip(p[0].premultiplied, p[1].premultiplied).map { $0 * m + $1 * (1 - m) }
      }
      #expect(error < 1e-6)
    }
  }

  @Test func `mixing interpolates from the background to the image`() throws {
    let size = PixelSize(width: 7, height: 5)
    let picture = TestPicture(size: size, content: .translucent)
    let above = picture.image(seed: 1)
    let below = picture.image(seed: 2)
    let error = try worstError(
      of: above.applying(.mix(backgroundImage: below, amount: 0.3)),
      from: [picture.samples(seed: 1), picture.samples(seed: 2)], size: size
    ) { p in zip(p[0].premultiplied, p[1].premultiplied).map { 0.3 * $0 + 0.7 * $1 } }
    #expect(error < 1e-6)
    #expect(above.applying(.mix(backgroundImage: below, amount: -1)) == below)
    #expect(above.applying(.mix(backgroundImage: below, amount: 2)) == above)
  }

  @Test func `over an opaque background nothing is left translucent`() throws {
    let picture = TestPicture(size: PixelSize(width: 65, height: 33), content: .translucent)
    let image = picture.image().composited(over: .color(.white))
    let pixels = try Renderer().floats(image, in: PixelRect(picture.size))
    #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 1 })
    #expect(image.isOpaque)
  }
}
