import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Filters that follow another picture's edges, and scaling.
@Suite struct GuidedTests {
  @Test(arguments: [1, 3])
  func `the guided filter is that of He, Sun and Tang`(radius: Int) throws {
    let picture = TestPicture(size: PixelSize(width: 13, height: 9), content: .opaque)
    let p = Oracle.Reader(picture)
    let g = Oracle.Reader(picture, seed: 5)
    let epsilon = 0.01
    func luminance(_ x: Int, _ y: Int) -> Double {
      let v = g.clamped(x, y)
      return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]
    }
    func mean(_ x: Int, _ y: Int, _ value: (Int, Int) -> Double) -> Double {
      var sum = 0.0
      for dy in -radius...radius { for dx in -radius...radius { sum += value(x + dx, y + dy) } }
      return sum / Double((2 * radius + 1) * (2 * radius + 1))
    }
    func line(_ x: Int, _ y: Int, _ c: Int) -> (a: Double, b: Double) {
      let meanI = mean(x, y, luminance)
      let meanP = mean(x, y) { p.clamped($0, $1)[c] }
      let corrI = mean(x, y) { luminance($0, $1) * luminance($0, $1) }
      let corrIP = mean(x, y) { luminance($0, $1) * p.clamped($0, $1)[c] }
      let a = (corrIP - meanI * meanP) / (corrI - meanI * meanI + epsilon)
      return (a, meanP - a * meanI)
    }
    let filter = GuidedImageFilter(guideImage: picture.image(seed: 5), radius: Double(radius), epsilon: epsilon)
    let result = try Renderer().floats(picture.image().applying(filter))
    for (x, y) in [(6, 4), (0, 0), (12, 8), (3, 7), (9, 1)] {
      for c in 0..<3 {
        let a = mean(x, y) { line($0, $1, c).a }
        let b = mean(x, y) { line($0, $1, c).b }
        #expect(abs(Double(result[4 * (y * 13 + x) + c]) - (a * luminance(x, y) + b)) < 1e-4)
      }
    }
  }

  @Test func `a window larger than the picture is one of its size`() throws {
    let picture = TestPicture(size: PixelSize(width: 13, height: 9), content: .opaque)
    let pixels = try [13, 14, 1e6, 1e12].map { radius in
      let filter = GuidedImageFilter(guideImage: picture.image(seed: 5), radius: radius, epsilon: 0.01)
      return try Renderer().floats(picture.image().applying(filter))
    }
    #expect(pixels.allSatisfy { $0 == pixels[0] })
  }

  @Test func `upsampling follows the edge of the large picture`() throws {
    // The large picture has its edge at column 21, within the small pixel that begins at 20.
    let size = PixelSize(width: 40, height: 16)
    let samples = (0..<size.area).flatMap { index -> [Float] in
      let v: Float = index % 40 < 21 ? 0.1 : 0.9
      return [v, v, v, 1]
    }
    let small = PixelSize(width: 10, height: 4)
    let matte = (0..<small.area).flatMap { index -> [Float] in
      let v: Float = index % 10 < 5 ? 0 : 1
      return [v, v, v, 1]
    }
    let filter = EdgePreserveUpsampleFilter(
      smallImage: Image(.floats(matte, small, .opaque)), spatialSigma: 1.5, lumaSigma: 0.1)
    let result = try Renderer().floats(Image(.floats(samples, size, .opaque)).applying(filter))
    let row = (0..<40).map { result[4 * (8 * 40 + $0)] }
    #expect(row[15] < 0.05 && row[18] < 0.05 && row[23] > 0.95 && row[30] > 0.95)
    #expect(row[20] < 0.4 && row[21] > 0.6)
    let flat = EdgePreserveUpsampleFilter(smallImage: Image.color(.white).cropped(to: PixelRect(small)))
    let white = try Renderer().floats(Image(.floats(samples, size, .opaque)).applying(flat))
    #expect(white.allSatisfy { abs($0 - 1) < 1e-5 })
  }

  @Test(arguments: [(0.0, 0.5), (1.0 / 3, 1.0 / 3), (1.0, 0.0), (0.0, 0.75)])
  func `a cubic's weights are Mitchell's and Netravali's`(b: Double, c: Double) throws {
    // A single bright column, enlarged twice: the kernel at distances of a quarter and three.
    let size = PixelSize(width: 9, height: 1)
    let samples = (0..<9).flatMap { $0 == 4 ? [Float](repeating: 1, count: 4) : [0, 0, 0, 1] }
    let image = Image(.floats(samples, size, .opaque)).applying(.bicubicScaleTransform(scale: 2, b: b, c: c))
    #expect(image.extent == Extent(PixelRect(x: 0, y: 0, width: 18, height: 2)))
    let row = try Renderer().floats(image, in: PixelRect(x: 0, y: 0, width: 18, height: 1))
    func kernel(_ x: Double) -> Double {
      let t = abs(x)
      if t < 1 { return ((12 - 9 * b - 6 * c) * t * t * t + (-18 + 12 * b + 6 * c) * t * t + (6 - 2 * b)) / 6 }
      if t < 2 {
        let cubic = (-b - 6 * c) * t * t * t + (6 * b + 30 * c) * t * t
        return (cubic + (-12 * b - 48 * c) * t + (8 * b + 24 * c)) / 6
      }
      return 0
    }
    for x in 4..<14 {
      #expect(abs(Double(row[4 * x]) - kernel((Double(x) + 0.5) / 2 - 4.5)) < 1e-5)
    }
  }

  /// An odd factor places pixels at the centres of samples, where a cubic without B has a single weight.
  @Test(arguments: [3.0, 5, 7, 0.6], [0.0, 1.0 / 3])
  func `a cubic's scale is the same whatever the tiles`(scale: Double, b: Double) throws {
    for content in [TestPicture.Content.opaque, .translucent] {
      try CheckFilter(filter: BicubicScaleTransform(scale: scale, b: b))
        .check(on: TestPicture(size: PixelSize(width: 21, height: 9), content: content))
    }
  }

  @Test func `depth blur keeps what a matte marks, and does nothing at aperture 0`() throws {
    let picture = TestPicture(size: PixelSize(width: 65, height: 33), content: .opaque)
    let left = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 32, height: 33))
      .composited(over: Image.color(.black).cropped(to: PixelRect(picture.size)))
    let blurred = try Renderer().floats(picture.image().applying(.depthBlurEffect(matteImage: left, aperture: 1)))
    let before = picture.samples()
    for y in 0..<33 {
      for x in 0..<31 { #expect(abs(blurred[4 * (y * 65 + x)] - before[4 * (y * 65 + x)]) < 1e-5) }
    }
    func spread(_ pixels: [Float]) -> Float {
      let places = (0..<65 * 33).filter { $0 % 65 > 40 }
      let values: [Float] = places.map { pixels[4 * $0] }
      let mean = values.reduce(0, +) / Float(values.count)
      return values.reduce(0) { (sum: Float, value: Float) -> Float in sum + (value - mean) * (value - mean) }
    }
    #expect(spread(blurred) < 0.4 * spread(before))
    let image = picture.image()
    #expect(image.applying(.depthBlurEffect(matteImage: left)) == image)
  }

  @Test func `depth blur of a mirror image is the mirror image`() throws {
    // The middle ninth of 140 pixels is not as wide as that of 141.
    let size = PixelSize(width: 140, height: 92)
    let picture = TestPicture(size: size, content: .opaque).image()
    let slope = Image.linearGradient(from: Point(x: 0, y: 0), .black, to: Point(x: 140, y: 92), .white)
      .cropped(to: PixelRect(size))
    let blurred = picture.applying(.depthBlurEffect(disparityImage: slope, aperture: 1))
    for orientation in [Orientation.upMirrored, .downMirrored] {
      let other = picture.oriented(orientation).applying(
        .depthBlurEffect(disparityImage: slope.oriented(orientation), aperture: 1))
      let pairs = zip(try Renderer().floats(other), try Renderer().floats(blurred.oriented(orientation)))
      #expect(pairs.allSatisfy { abs($0 - $1) < 1e-3 })
    }
  }

  @Test func `disparity in focus stays sharp`() throws {
    let picture = TestPicture(size: PixelSize(width: 60, height: 30), content: .opaque)
    let near = Image.color(.white).cropped(to: PixelRect(x: 0, y: 0, width: 30, height: 30))
    let depth = near.composited(over: Image.color(.black).cropped(to: PixelRect(picture.size)))
    let filter = DepthBlurEffect(
      disparityImage: depth, aperture: 1, focusRect: PixelRect(x: 2, y: 2, width: 10, height: 10))
    let result = try Renderer().floats(picture.image().applying(filter))
    let before = picture.samples()
    let sharp = 4 * (10 * 60 + 5)
    let soft = (0..<30).contains { abs(result[4 * ($0 * 60 + 50)] - before[4 * ($0 * 60 + 50)]) > 0.1 }
    #expect(abs(result[sharp] - before[sharp]) < 1e-5 && soft)
    // The same by the points of a face; those below 0 are none.
    func rendered(_ eye: Point?, _ nose: Point?) throws -> [Float] {
      let filter = DepthBlurEffect(disparityImage: depth, aperture: 1, leftEyePositions: eye, nosePositions: nose)
      return try Renderer().floats(picture.image().applying(filter))
    }
    let (none, face) = (Point(x: -1, y: -1), Point(x: 6, y: 6))
    #expect(try rendered(face, nil) == result && rendered(none, face) == result)
    #expect(try rendered(none, none) == rendered(nil, nil) && rendered(nil, nil) != result)
  }
}
