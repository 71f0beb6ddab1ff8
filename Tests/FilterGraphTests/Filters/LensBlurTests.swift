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

  @Test func `a bokeh keeps the mean light, is round, and may have a bright ring`() throws {
    let side = 41
    let plain = try impulse(.bokehBlur(radius: 8), side: side)
    let ringed = try impulse(.bokehBlur(radius: 8, ringAmount: 1, ringSize: 0.2), side: side)
    for response in [plain, ringed] { #expect(abs(response.reduce(0, +) - 1) < 1e-5) }
    func at(_ response: [Double], _ dx: Int, _ dy: Int) -> Double { response[(20 + dy) * side + 20 + dx] }
    #expect(abs(at(plain, 0, 0) / at(plain, 6, 0) - 1) < 1e-5 && abs(at(plain, 3, 5) / at(plain, 5, 3) - 1) < 1e-5)
    #expect(at(plain, 10, 0) == 0)
    #expect(abs(at(ringed, 7, 0) / at(ringed, 0, 0) - 2) < 0.01)
    #expect(try impulse(.bokehBlur(radius: 0), side: side)[20 * side + 20] == 1)
  }

  @Test(arguments: [0.0, .pi / 2, .pi / 4, 2.5])
  func `motion blurs along its angle`(angle: Double) throws {
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

  /// A picture with waves and edges, opaque and gray.
  private func scene(_ size: PixelSize) -> [Float] {
    (0..<size.area).flatMap { index -> [Float] in
      let (x, y) = (Double(index % size.width), Double(index / size.width))
      let wave = 0.5 + 0.25 * sin(x / 7) * cos(y / 9)
      let value = Float(Int(x / 37) % 2 == Int(y / 41) % 2 ? wave : 0.6 * wave)
      return [value, value, value, 1]
    }
  }

  /// A gray opaque picture between its pixels; the edge repeated.
  private func sample(_ samples: [Float], _ size: PixelSize, _ x: Double, _ y: Double) -> Double {
    func at(_ x: Int, _ y: Int) -> Double {
      Double(samples[4 * (min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1))])
    }
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
    let (i, j) = (Int(left), Int(top))
    return (at(i, j) * (1 - fx) + at(i + 1, j) * fx) * (1 - fy) + (at(i, j + 1) * (1 - fx) + at(i + 1, j + 1) * fx) * fy
  }

  /// A level of 255 of a display's signal.
  private func level(_ linear: Double) -> Double {
    255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055)
  }

  @Test(arguments: [3.0, 20, 50, 100])
  func `zoom blur is the mean of the whole path`(amount: Double) throws {
    let size = PixelSize(width: 400, height: 300)
    let samples = scene(size)
    let center = Point(x: 210.3, y: 131.8)
    let image = Image(.floats(samples, size, .opaque))
    let result = try Renderer().floats(image.applying(.zoomBlur(center: center, amount: amount)))
    #expect(image.applying(.zoomBlur(center: center, amount: amount)).isOpaque)
    var (worst, sum, count) = (0.0, 0.0, 0)
    for y in stride(from: 0, to: 300, by: 31) {
      for x in stride(from: 3, to: 400, by: 37) {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        var mean = 0.0
        for step in 0..<4096 {
          let t = amount / 100 * (Double(step) + 0.5) / 4096
          mean += self.sample(samples, size, px + (center.x - px) * t, py + (center.y - py) * t) / 4096
        }
        let error = abs(level(Double(result[4 * (400 * y + x)])) - level(mean))
        worst = max(worst, error)
        sum += error
        count += 1
      }
    }
    #expect(worst < 2 && sum / Double(count) < 0.3, "\(worst), on average \(sum / Double(count))")
  }

  @Test(arguments: [-50.0, -100, -30])
  func `paths that leave the picture count only their part inside`(amount: Double) throws {
    let size = PixelSize(width: 200, height: 160)
    let image = Image(.floats([Float](repeating: 1, count: 4 * size.area), size, .opaque))
    let center = Point(x: 100, y: 80)
    let result = image.applying(.zoomBlur(center: center, amount: amount))
    #expect(result.extent == image.extent && !result.isOpaque)
    let pixels = try Renderer().floats(result)
    // How much there is at a place between pixels: at the edge it ends within a pixel.
    func there(_ x: Double, _ y: Double) -> Double {
      (min(x, Double(size.width) - x) + 0.5).clamped(to: 0...1)
        * (min(y, Double(size.height) - y) + 0.5).clamped(to: 0...1)
    }
    var worst = 0.0
    for y in stride(from: 0, to: size.height, by: 3) {
      for x in stride(from: 0, to: size.width, by: 3) {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let mean = (0..<2048).reduce(0.0) { sum, step in
          let t = amount / 100 * (Double(step) + 0.5) / 2048
          return sum + there(px + (center.x - px) * t, py + (center.y - py) * t) / 2048
        }
        worst = max(worst, abs(Double(pixels[4 * (size.width * y + x) + 3]) - mean))
      }
    }
    #expect(worst < 0.006, "\(worst)")
  }

  @Test func `away from the centre zoom has no bands`() throws {
    // A mean along rays of a picture that only changes around the centre is that picture: every ring must show it.
    let size = PixelSize(width: 300, height: 300)
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let angle = atan2(Double(index / 300) - 149.5, Double(index % 300) - 149.5)
      let value = Float(0.5 + 0.3 * sin(5 * angle))
      return [value, value, value, 1]
    }
    let image = Image(.floats(samples, size, .opaque))
    for amount in [-40.0, 35, 90] {
      let source = amount < 0 ? image.clampedToExtent() : image
      let filter = ZoomBlur(center: Point(x: 150, y: 150), amount: amount)
      let result = try Renderer().floats(source.applying(filter), in: PixelRect(size))
      var worst: Float = 0
      for index in 0..<size.area {
        let away = hypot(Double(index / 300) - 149.5, Double(index % 300) - 149.5)
        // Near the centre the picture changes from pixel to pixel; far from it clamping bends the rays.
        guard away > (amount > 80 ? 140 : 60), away < (amount < 0 ? 100 : 200) else { continue }
        worst = max(worst, abs(result[4 * index] - samples[4 * index]))
      }
      #expect(worst < (amount > 80 ? 0.05 : 0.004), "\(amount): \(worst)")
    }
  }

  @Test(arguments: [(30.0, 0.4), (140.0, 2.0), (45.0, 0.0), (33.5, Double.pi / 2)])
  func `long motion is the mean of its line`(radius: Double, angle: Double) throws {
    let size = PixelSize(width: 300, height: 220)
    let samples = scene(size)
    let image = Image(.floats(samples, size, .opaque)).clampedToExtent()
    let result = try Renderer().floats(image.applying(.motionBlur(radius: radius, angle: angle)), in: PixelRect(size))
    var worst = 0.0
    for y in stride(from: 1, to: 220, by: 31) {
      for x in stride(from: 0, to: 300, by: 29) {
        var mean = 0.0
        for step in 0..<2048 {
          let t = (2 * radius + 1) * ((Double(step) + 0.5) / 2048 - 0.5)
          mean += self.sample(samples, size, Double(x) + 0.5 + t * cos(angle), Double(y) + 0.5 + t * sin(angle)) / 2048
        }
        worst = max(worst, abs(level(Double(result[4 * (300 * y + x)])) - level(mean)))
      }
    }
    #expect(worst < 2, "\(worst)")
  }

  @Test func `zoom and long motion are the same whatever the tiles`() throws {
    let picture = TestPicture(size: PixelSize(width: 90, height: 31), content: .translucent)
    try CheckFilter(filter: .zoomBlur(amount: 70)).check(on: picture)
    try CheckFilter(filter: .zoomBlur(amount: -70)).check(on: picture)
    try CheckFilter(filter: .zoomBlur(center: Point(x: -30, y: 8), amount: -60)).check(on: picture)
    try CheckFilter(filter: .motionBlur(radius: 60, angle: 0.7)).check(on: picture)
  }
}
