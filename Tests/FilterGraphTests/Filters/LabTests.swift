import Glibc
import Imaging
import Testing

@testable import FilterGraph

@Suite struct LabTests {
  /// CIE 15 for linear sRGB and its own white.
  static func lab(_ rgb: [Double]) -> [Double] {
    let rows = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    let f = rows.map { row -> Double in
      let t = zip(row, rgb).reduce(0) { $0 + $1.0 * $1.1 } / row.reduce(0, +)
      return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// CIE 116.
  static func difference(_ a: [Double], _ b: [Double]) -> Double {
    let (c1, c2) = (hypot(a[1], a[2]), hypot(b[1], b[2]))
    let dc = c1 - c2
    let dh2 = max(pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2) - dc * dc, 0)
    return (pow(a[0] - b[0], 2) + pow(dc / (1 + 0.045 * c1), 2) + dh2 / pow(1 + 0.015 * c1, 2)).squareRoot()
  }

  @Test func `Lab is CIE 15's, plain and brought to 0...1`() throws {
    // 500 times a difference of floats near 1.
    try Oracle.check(.convertRGBtoLab(), within: 2e-4) { picture, x, y in
      let p = picture.pixel(x, y)
      return Pixel(Self.lab(p.color), p.alpha).premultiplied
    }
    try Oracle.check(.convertRGBtoLab(normalize: true), within: 2e-5) { picture, x, y in
      let p = picture.pixel(x, y)
      let lab = Self.lab(p.color)
      return Pixel([lab[0] / 100, (lab[1] + 128) / 256, (lab[2] + 128) / 256], p.alpha).premultiplied
    }
  }

  @Test(arguments: [false, true])
  func `the inverse conversion restores the colour`(normalized: Bool) throws {
    for picture in TestPicture.all {
      let plain = try Renderer().floats(picture.image())
      let back = try Renderer().floats(
        picture.image().applying(.convertRGBtoLab(normalize: normalized))
          .applying(.convertLabToRGB(normalize: normalized)))
      #expect(zip(plain, back).allSatisfy { abs($0 - $1) < 2e-5 })
    }
  }

  @Test func `white is 100, 0, 0 and sRGB's red is where it is known to be`() {
    let white = Lab.lab(ofLinear: SIMD3(1, 1, 1))
    #expect(abs(white.x - 100) < 1e-4 && abs(white.y) < 1e-3 && abs(white.z) < 1e-3)
    let red = Lab.lab(ofLinear: SIMD3(1, 0, 0))
    #expect(abs(red.x - 53.24) < 0.02 && abs(red.y - 80.09) < 0.05 && abs(red.z - 67.20) < 0.05)
  }

  @Test func `the difference is CIE 116's, the image the reference`() throws {
    let other = TestPicture(size: PixelSize(width: 7, height: 5), content: .opaque)
    let second = Oracle.Reader(other, seed: 3)
    try Oracle.check(
      LabDeltaE(image2: other.image(seed: 3)), within: 1e-4,
      pictures: TestPicture.Content.allCases.map { TestPicture(size: other.size, content: $0) }
    ) { picture, x, y in
      let e = Self.difference(Self.lab(picture.pixel(x, y).color), Self.lab(second.pixel(x, y).color))
      return [e, e, e, 1]
    }
  }
}
