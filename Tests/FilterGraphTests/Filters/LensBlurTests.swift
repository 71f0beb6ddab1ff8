import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Bokeh, motion and zoom.
@Suite struct LensBlurTests {
  private func impulse(_ filter: some Filter, side: Int) throws -> [Double] {
    let size = PixelSize(width: side, height: side)
    var samples = [Float](repeating: 0, count: 4 * size.area)
    for component in 0..<4 { samples[4 * (side / 2 * side + side / 2) + component] = 1 }
    let blurred = try Renderer().floats(Image(.floats(samples, size)).applying(filter), in: PixelRect(size))
    return stride(from: 0, to: blurred.count, by: 4).map { Double(blurred[$0]) }
  }

  @Test func `a bokeh keeps light, is round, and may have a bright ring`() throws {
    let side = 41
    let plain = try impulse(.bokehBlur(radius: 8), side: side)
    let ringed = try impulse(.bokehBlur(radius: 8, ringAmount: 1, ringSize: 0.2), side: side)
    for response in [plain, ringed] { #expect(abs(response.reduce(0, +) - 1) < 1e-5) }
    func at(_ response: [Double], _ dx: Int, _ dy: Int) -> Double { response[(20 + dy) * side + 20 + dx] }
    #expect(at(plain, 0, 0) == at(plain, 6, 0) && at(plain, 3, 5) == at(plain, 5, 3) && at(plain, 10, 0) == 0)
    #expect(abs(at(ringed, 7, 0) / at(ringed, 0, 0) - 2) < 0.01)
    #expect(try impulse(.bokehBlur(radius: 0), side: side)[20 * side + 20] == 1)
  }

  @Test(arguments: [0.0, .pi / 2, .pi / 4, 2.5])
  func `motion goes along its angle`(angle: Double) throws {
    let side = 41
    let response = try impulse(.motionBlur(radius: 9, angle: angle), side: side)
    #expect(abs(response.reduce(0, +) - 1) < 1e-5)
    var along = 0.0
    var across = 0.0
    for (index, value) in response.enumerated() {
      let (dx, dy) = (Double(index % side - 20), Double(index / side - 20))
      along += value * pow(dx * cos(angle) + dy * sin(angle), 2)
      across += value * pow(dy * cos(angle) - dx * sin(angle), 2)
    }
    // The variance of 19 samples a pixel apart is (19^2 - 1) / 12 = 30; between pixels comes a little.
    #expect(abs(along - 30) < 0.5)
    #expect(across < 0.5)
    if angle == 0 {
      for dx in -9...9 { #expect(abs(response[20 * side + 20 + dx] - 1.0 / 19) < 1e-6) }
    }
  }

  @Test func `zoom leaves the centre, and rays through it`() throws {
    let size = PixelSize(width: 41, height: 41)
    // Brightness by direction alone does not change along a ray.
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let angle = atan2(Double(index / 41 - 20), Double(index % 41 - 20))
      let v = Float(0.5 + 0.4 * cos(angle))
      return [v, v, v, 1]
    }
    let image = Image(.floats(samples, size, .opaque))
    let zoomed = try Renderer().floats(image.applying(.zoomBlur(amount: 30)))
    for index in 0..<size.area where abs(index % 41 - 20) + abs(index / 41 - 20) > 12 {
      #expect(abs(zoomed[4 * index] - samples[4 * index]) < 0.02)
    }
    let dot = try impulse(.zoomBlur(center: Point(x: 20.5, y: 20.5), amount: 50), side: 41)
    #expect(dot[20 * 41 + 20] == 1)
    #expect(image.applying(.zoomBlur(amount: 0)) == image)
  }
}
