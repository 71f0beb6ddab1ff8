import Glibc
import Imaging
import Testing

@testable import FilterGraph

@Suite struct GeneratorTests {
  private let rect = PixelRect(x: -3, y: -2, width: 40, height: 30)

  private func check(_ filter: some Filter, _ formula: (Double, Double) -> [Double]) throws {
    let pixels = try Renderer().floats(Image.empty.applying(filter), in: rect)
    for index in 0..<(rect.width * rect.height) {
      let x = Double(rect.x + index % rect.width) + 0.5
      let y = Double(rect.y + index / rect.width) + 0.5
      for (component, value) in formula(x, y).enumerated() {
        #expect(abs(Double(pixels[4 * index + component]) - value) < 2e-6, "\(filter) at \(x), \(y)")
      }
    }
  }

  @Test func `a radial gradient is linear between its circles`() throws {
    let filter = RadialGradient(
      center: Point(x: 11, y: 9.5), radius0: 4, radius1: 15, color0: Color(linearRed: 1, green: 0.5, blue: 0),
      color1: Color(linearRed: 0, green: 0.25, blue: 1, alpha: 0.5))
    try check(filter) { x, y in
      let t = min(max((hypot(x - 11, y - 9.5) - 4) / 11, 0), 1)
      return [1 - t, 0.5 * (1 - t) + 0.125 * t, 0.5 * t, 1 - 0.5 * t]
    }
  }

  @Test func `a Gaussian gradient's sigma is a third of its radius`() throws {
    try check(GaussianGradient(center: Point(x: 5, y: 5), radius: 12)) { x, y in
      let share = exp(-(pow(x - 5, 2) + pow(y - 5, 2)) / (2 * 16))
      return [share, share, share, share]
    }
  }

  @Test(arguments: [0.0, 4, 50])
  func `a rounded rectangle is covered by its distance`(radius: Double) throws {
    let box = PixelRect(x: 2, y: 1, width: 24, height: 14)
    let r = min(radius, 7)
    try check(RoundedRectangleGenerator(extent: box, radius: radius, color: .white)) { x, y in
      guard x > 2, y > 1, x < 26, y < 15 else { return [0, 0, 0, 0] }
      // The distance from the rectangle's core, whose corners are the centres of the rounded ones.
      let (qx, qy) = (abs(x - 14) - 12 + r, abs(y - 8) - 7 + r)
      let distance = hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r
      let share = min(max(0.5 - distance, 0), 1)
      return [share, share, share, share]
    }
  }

  @Test func `a vignette darkens the corners, or lightens them`() throws {
    let size = PixelSize(width: 30, height: 20)
    let gray = Image.color(Color(linearRed: 0.5, green: 0.5, blue: 0.5)).cropped(to: PixelRect(size))
    let dark = try Renderer().floats(gray.applying(.vignette(intensity: 0.8)))
    let light = try Renderer().floats(gray.applying(.vignette(intensity: -0.8)))
    let middle = 4 * (10 * 30 + 15)
    #expect(dark[0] < 0.15 && light[0] > 0.85)
    #expect(abs(dark[middle] - 0.5) < 0.01 && dark[3] == 1)
    let round = try Renderer().floats(
      gray.applying(.vignetteEffect(center: Point(x: 15, y: 10), radius: 5, intensity: 1, falloff: 0)))
    #expect(round[middle] == 0.5 && round[0] == 0)
    #expect(gray.applying(.vignette(intensity: 0)) == gray)
    #expect(gray.applying(.vignetteEffect(intensity: 0)) == gray)
  }
}
