import Glibc
import Imaging
import Testing

@testable import FilterGraph

@Suite struct BlurTests {
  /// A single white pixel at the centre of a transparent picture, blurred.
  private func impulse(_ filter: some Filter, side: Int, light: Float = 1) throws -> [Float] {
    let size = PixelSize(width: side, height: side)
    var samples = [Float](repeating: 0, count: 4 * size.area)
    let middle = 4 * (side / 2 * side + side / 2)
    for component in 0..<4 { samples[middle + component] = light }
    let blurred = try Renderer().floats(Image(.floats(samples, size)).applying(filter), in: PixelRect(size))
    return stride(from: 0, to: blurred.count, by: 4).map { blurred[$0] }
  }

  private func variance(_ response: [Float], side: Int) -> (sum: Double, x: Double, y: Double) {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (index, value) in response.enumerated() {
      let dx = Double(index % side - side / 2)
      let dy = Double(index / side - side / 2)
      sum += Double(value)
      x += Double(value) * dx * dx
      y += Double(value) * dy * dy
    }
    return (sum, x / sum, y / sum)
  }

  @Test(arguments: [1.0, 2.5, 4])
  func `a small Gaussian is the sampled function`(sigma: Double) throws {
    let side = 41
    let response = try impulse(.gaussianBlur(radius: sigma), side: side)
    let reach = Int((3 * sigma).rounded(.up))
    let line = (-20...20).map { abs($0) > reach ? 0 : exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = line.reduce(0, +)
    var worst = 0.0
    for (index, value) in response.enumerated() {
      let expected: Double = line[index % side] * line[index / side] / (sum * sum)
      worst = max(worst, abs(Double(value) - expected))
    }
    #expect(worst < 1e-7)
  }

  @Test(arguments: [6.0, 11, 20])
  func `a large Gaussian keeps light, variance and shape`(sigma: Double) throws {
    let side = 161
    let response = try impulse(.gaussianBlur(radius: sigma), side: side, light: 1000)
    let (sum, x, y) = variance(response, side: side)
    #expect(abs(sum - 1000) < 5)
    #expect(abs(x.squareRoot() - sigma) < 0.04 * sigma)
    #expect(abs(y.squareRoot() - sigma) < 0.04 * sigma)
    let peak = 1000 / (2 * Double.pi * sigma * sigma)
    var worst = 0.0
    for (index, value) in response.enumerated() {
      let dx = Double(index % side - side / 2)
      let dy = Double(index / side - side / 2)
      let expected: Double = peak * exp(-(dx * dx + dy * dy) / (2 * sigma * sigma))
      worst = max(worst, abs(Double(value) - expected))
    }
    #expect(worst < 0.03 * peak)
  }

  @Test func `a box is the mean of its square`() throws {
    let response = try impulse(.boxBlur(radius: 2), side: 9)
    for y in 0..<9 {
      for x in 0..<9 {
        let inside = abs(x - 4) <= 2 && abs(y - 4) <= 2
        #expect(abs(response[y * 9 + x] - (inside ? 1.0 / 25 : 0)) < 1e-7)
      }
    }
  }

  @Test(arguments: [3.0, 6.5, 14, 30])
  func `a disc keeps light and the variance of a disc`(radius: Double) throws {
    let side = 121
    let response = try impulse(.discBlur(radius: radius), side: side, light: 1000)
    let (sum, x, y) = variance(response, side: side)
    #expect(abs(sum - 1000) < 1)
    // The variance of a disc along an axis is r^2 / 4, and its pixels add a twelfth.
    #expect(abs(x - radius * radius / 4) < 0.05 * radius * radius / 4 + 0.1)
    #expect(abs(y - radius * radius / 4) < 0.05 * radius * radius / 4 + 0.1)
    // Level within.
    let level = Double(response[side * (side / 2) + side / 2])
    #expect(abs(level - 1000 / (.pi * radius * radius)) < 0.05 * level)
  }

  @Test(arguments: [11.5, 16, 24])
  func `a disc of the picture's own pixels is exact`(radius: Double) throws {
    let side = 2 * Int(radius) + 9
    let response = try impulse(.discBlur(radius: radius), side: side, light: 1000)
    let level = 1000 / (Double.pi * radius * radius)
    // How much of a pixel the disc covers, by finer slices than the filter's, the other way.
    func coverage(_ dx: Int, _ dy: Int) -> Double {
      let away = hypot(Double(dx), Double(dy))
      if away > radius + 1 { return 0 }
      if away < radius - 1 { return 1 }
      var inside = 0.0
      for slice in 0..<200 {
        let y = Double(dy) + (Double(slice) - 99.5) / 200
        let half = max(radius * radius - y * y, 0).squareRoot()
        inside += max(min(Double(dx) + 0.5, half) - max(Double(dx) - 0.5, -half), 0) / 200
      }
      return inside
    }
    var worst = 0.0
    for (index, value) in response.enumerated() {
      worst = max(worst, abs(Double(value) / level - coverage(index % side - side / 2, index / side - side / 2)))
    }
    #expect(worst < 0.005)
  }

  @Test(arguments: [(25.0, 4), (60.0, 4), (100.0, 4), (150.0, 8)])
  func `a large disc is level, and its edge narrow`(radius: Double, width: Int) throws {
    let side = 2 * Int(radius) + 31
    let response = try impulse(.discBlur(radius: radius), side: side, light: 1000)
    let level = 1000 / (Double.pi * radius * radius)
    let middle = side / 2
    let line = response[(side * middle + middle)..<(side * (middle + 1))].map { Double($0) / level }
    let first = try #require(line.firstIndex { $0 < 0.9 })
    let last = try #require(line.firstIndex { $0 < 0.1 })
    #expect(last - first <= width && abs(Double(first + last) / 2 - radius) < Double(width) / 4)
    var (most, least) = (0.0, 0.0)
    for (index, value) in response.enumerated() {
      let away = hypot(Double(index % side - middle), Double(index / side - middle))
      let share = Double(value) / level
      most = max(most, share)
      least = min(least, share)
      if away < radius - 2 * Double(width) - 1 { #expect(abs(share - 1) < 0.04, "at \(away)") }
    }
    #expect(most < 1.12 && least > -0.1, "from \(least) to \(most)")
  }

  @Test(arguments: [24.0, 31.5, 90])
  func `a large box is a box`(radius: Double) throws {
    let side = 2 * Int(radius) + 9
    let response = try impulse(.boxBlur(radius: radius), side: side, light: 1000)
    let whole = Int(radius)
    func weight(_ offset: Int) -> Double {
      abs(offset) <= whole ? 1 : abs(offset) == whole + 1 ? radius - Double(whole) : 0
    }
    let level = 1000 / pow(2 * radius + 1, 2)
    var worst = 0.0
    for (index, value) in response.enumerated() {
      let expected = weight(index % side - side / 2) * weight(index / side - side / 2)
      worst = max(worst, abs(Double(value) / level - expected))
    }
    #expect(worst < 1e-4)
  }

  @Test(arguments: [3.0, 14])
  func `a masked blur has the sigma that its mask says`(radius: Double) throws {
    // Black and white bars under a mask that rises across them and is level down: a Gaussian of each row's own sigma.
    let size = PixelSize(width: 64, height: 48)
    func bar(_ x: Int) -> Double { min(max(x, 0), 63) / 16 % 2 == 0 ? 0.1 : 0.9 }
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let value = Float(bar(index % 64))
      return [value, value, value, 1]
    }
    let mask = (0..<size.area).flatMap { index -> [Float] in
      let value = Float(index / 64) / 47
      return [value, value, value, 1]
    }
    let image = Image(.floats(samples, size, .opaque))
    let result = try Renderer().floats(
      image.applying(.maskedVariableBlur(mask: Image(.floats(mask, size, .opaque)), radius: radius)))
    var worst = 0.0
    for y in 1..<48 {
      let sigma = radius * Double(y) / 47
      let reach = Int((3 * sigma).rounded(.up))
      for x in 0..<64 {
        var (sum, total) = (0.0, 0.0)
        for offset in -reach...reach {
          let weight = exp(-Double(offset * offset) / (2 * sigma * sigma))
          sum += weight * bar(x + offset)
          total += weight
        }
        worst = max(worst, abs(Double(result[4 * (64 * y + x)]) - sum / total))
      }
    }
    #expect(worst < 3.0 / 255, "\(worst * 255) levels")
  }

  @Test func `beyond the edge is transparent, unless clamped`() throws {
    let size = PixelSize(width: 8, height: 8)
    let white = Image.color(.white).cropped(to: PixelRect(size))
    let blurred = white.applying(.gaussianBlur(radius: 2))
    #expect(blurred.extent == Extent(PixelRect(x: -6, y: -6, width: 20, height: 20)))
    let edge = try Renderer().floats(blurred, in: PixelRect(x: 0, y: 4, width: 1, height: 1))
    #expect(edge[3] > 0.5 && edge[3] < 0.7)
    let clamped = white.clampedToExtent().applying(.gaussianBlur(radius: 2))
    let kept = try Renderer().floats(clamped, in: PixelRect(size))
    #expect(stride(from: 3, to: kept.count, by: 4).allSatisfy { kept[$0] == 1 })
  }

  @Test func `a masked blur follows its mask`() throws {
    let picture = TestPicture(size: PixelSize(width: 21, height: 9), content: .opaque)
    let image = picture.image()
    let blurred = image.clampedToExtent().applying(.gaussianBlur(radius: 4)).cropped(to: PixelRect(picture.size))
    for (mask, expected) in [(Color.black, image), (.white, blurred)] {
      let result = try Renderer().floats(image.applying(.maskedVariableBlur(mask: .color(mask), radius: 4)))
      let wanted = try Renderer().floats(expected)
      #expect(result == wanted)
    }
  }

  @Test(arguments: ["gaussianBlur", "unsharpMask", "sharpenLuminance", "bloom", "noiseReduction"])
  func `the smallest numbers cause no errors`(name: String) throws {
    let picture = TestPicture(size: PixelSize(width: 21, height: 9), content: .opaque)
    let key = name == "noiseReduction" ? "noiseLevel" : "radius"
    for number in [1e-300, 1e-160, 1e-20] {
      let filter = try FilterRegistry.makeFilter(name, [key: .number(number)])
      let result = try Renderer().floats(picture.image().applying(filter), in: PixelRect(picture.size))
      let isFinite = result.allSatisfy(\.isFinite)
      #expect(isFinite, "\(number)")
    }
  }

  @Test(arguments: [1e-300, 1e-6, 0.05, 0.14, 0.3])
  func `a masked blur by a fraction of a pixel changes little`(radius: Double) throws {
    let picture = TestPicture(size: PixelSize(width: 21, height: 9), content: .opaque)
    let image = picture.image()
    let plain = try Renderer().floats(image)
    for level in [0.001, 0.25, 0.5, 0.9, 1] {
      let mask = Image.color(Color(linearRed: level, green: level, blue: level))
      let blurred = try Renderer().floats(image.applying(.maskedVariableBlur(mask: mask, radius: radius)))
      #expect(zip(blurred, plain).allSatisfy { abs($0 - $1) < 0.1 }, "\(level)")
    }
  }

  @Test func `a masked blur is the same whatever the tiles, though blurs that no tile needs are not made`() throws {
    // From nothing through a ramp to all of the radius, in tiles that hold all of them, two or one.
    let size = PixelSize(width: 90, height: 31)
    let mask = (0..<size.area).flatMap { index -> [Float] in
      let value = ((Float(index % 90) - 30) / 30).clamped(to: 0...1)
      return [value, value, value, 1]
    }
    for content in [TestPicture.Content.opaque, .translucent] {
      let filter = MaskedVariableBlur(mask: Image(.floats(mask, size, .opaque)), radius: 7)
      try CheckFilter(filter: filter).check(on: TestPicture(size: size, content: content))
    }
    let image = TestPicture(size: size, content: .opaque).image()
    #expect(MaskedVariableBlur(mask: image, radius: 3).output(for: image).isOpaque)
  }

  @Test func `colour of transparent pixels does not bleed`() throws {
    // Half red, half transparent: whatever a blur leaves visible is red.
    let size = PixelSize(width: 16, height: 4)
    let samples = (0..<size.area).flatMap { index -> [Float] in index % 16 < 8 ? [1, 0, 0, 1] : [0, 0, 0, 0] }
    for filter in [Blur.gaussian(sigma: 2), .disc(radius: 3), .gaussian(sigma: 9)] {
      let image = filter.apply(to: Image(.floats(samples, size))).unpremultiplyingAlpha()
      let pixels = try Renderer().floats(image, in: PixelRect(size))
      for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] > 1e-5 {
        #expect(abs(pixels[index] - 1) < 1e-4 && pixels[index + 1] == 0)
      }
    }
  }

  @Test func `the foreground's colour is found under a soft matte`() throws {
    // Red before blue, mixed by a ramp: I = aF + (1 - a)B.
    let size = PixelSize(width: 60, height: 12)
    func alpha(_ x: Int) -> Float { min(max((Float(x) - 20) / 20, 0), 1) }
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let a = alpha(index % 60)
      return [0.8 * a + 0.1 * (1 - a), 0.1 * a + 0.2 * (1 - a), 0.1 * a + 0.9 * (1 - a), 1]
    }
    let mask = (0..<size.area).flatMap { index -> [Float] in
      let a = alpha(index % 60)
      return [a, a, a, 1]
    }
    let image = Image(.floats(samples, size, .opaque))
    let color = image.applying(.foregroundColor(maskImage: Image(.floats(mask, size, .opaque)), radius: 45))
    let pixels = try Renderer().floats(color)
    for index in 0..<size.area where alpha(index % 60) >= 0.25 {
      let pixel = Array(pixels[(4 * index)..<(4 * index + 4)])
      let before = abs(samples[4 * index + 2] - 0.1)
      #expect(abs(pixel[2] - 0.1) <= max(before * 0.5, 0.08), "at \(index % 60): \(pixel)")
      #expect(pixel[3] == 1)
    }
  }
}
