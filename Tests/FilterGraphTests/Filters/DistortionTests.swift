import Glibc
import Imaging
import Testing

@testable import FilterGraph

@Suite struct DistortionTests {
  private let size = PixelSize(width: 61, height: 41)

  /// Red is x and green is y of a pixel's centre, so that a bilinear sample says where it was taken.
  private var map: Image {
    let samples = (0..<size.area).flatMap { index -> [Float] in
      [Float(index % size.width) + 0.5, Float(index / size.width) + 0.5, 0, 1]
    }
    return Image(.floats(samples, size, .opaque))
  }

  private func check(_ filter: some Filter, _ source: (Double, Double) -> (Double, Double)?) throws {
    let result = try Renderer().floats(map.applying(filter), in: PixelRect(size))
    for index in 0..<size.area {
      let (x, y) = (Double(index % size.width) + 0.5, Double(index / size.width) + 0.5)
      guard let place = source(x, y) else {
        #expect(result[4 * index + 3] == 0)
        continue
      }
      // Samples at the edge are mixed with what is beyond.
      guard (1...60).contains(place.0), (1...40).contains(place.1) else { continue }
      #expect(abs(Double(result[4 * index]) - place.0) < 1e-3, "\(filter) at \(x), \(y)")
      #expect(abs(Double(result[4 * index + 1]) - place.1) < 1e-3)
    }
  }

  private func radial(
    _ x: Double, _ y: Double, _ center: Point, _ radius: Double, _ distance: (Double) -> Double?
  ) -> (Double, Double)? {
    let t = hypot(x - center.x, y - center.y) / radius
    guard t > 0 else { return distance(1e-9).map { _ in (x, y) } }
    return distance(t).map { (center.x + (x - center.x) * $0 / t, center.y + (y - center.y) * $0 / t) }
  }

  @Test(arguments: [-0.8, 0.5, 1])
  func `a bump enlarges its centre and nothing beyond its radius`(scale: Double) throws {
    let center = Point(x: 30, y: 21)
    try check(BumpDistortion(center: center, radius: 17, scale: scale)) { x, y in
      radial(x, y, center, 17) { $0 >= 1 ? $0 : $0 * (1 - scale * pow(1 - $0 * $0, 2)) }
    }
  }

  @Test(arguments: [0.3, 0.8])
  func `a pinch contracts to its centre`(scale: Double) throws {
    let center = Point(x: 25, y: 18)
    try check(PinchDistortion(center: center, radius: 15, scale: scale)) { x, y in
      radial(x, y, center, 15) { $0 >= 1 ? $0 : pow($0, 1 - scale) }
    }
  }

  @Test(arguments: [-2.5, 0.7])
  func `a twirl rotates its centre and nothing beyond its radius`(angle: Double) throws {
    let center = Point(x: 30, y: 21)
    try check(.twirlDistortion(center: center, radius: 18, angle: angle)) { x, y in
      let t = hypot(x - center.x, y - center.y) / 18
      guard t < 1 else { return (x, y) }
      let direction = atan2(y - center.y, x - center.x) + angle * pow(1 - t, 2)
      return (center.x + 18 * t * cos(direction), center.y + 18 * t * sin(direction))
    }
  }

  @Test func `a hole is empty and pushes outwards`() throws {
    let center = Point(x: 30.25, y: 20.75)
    let filter = HoleDistortion(center: center, radius: 8)
    try check(filter) { x, y in radial(x, y, center, 8) { $0 <= 1 ? nil : $0 - 1 / $0 } }
    #expect(map.applying(filter).extent == Extent(PixelRect(size).outset(by: 8)))
  }

  @Test func `a displacement reads at an offset, and one half moves nothing`() throws {
    let right = Image.color(Color(linearRed: 0.75, green: 0.5, blue: 0))
    try check(DisplacementDistortion(displacementImage: right, scale: 10)) { x, y in (x + 2.5, y) }
    let nothing = try Renderer().floats(map.applying(.displacementDistortion(displacementImage: .empty, scale: 10)))
    #expect(try nothing == Renderer().floats(map))
  }

  @Test func `at scale 0 nothing changes`() {
    let image = map
    #expect(image.applying(.bumpDistortion(scale: 0)) == image)
    #expect(image.applying(.pinchDistortion(scale: 0)) == image)
    #expect(image.applying(.displacementDistortion(displacementImage: .empty, scale: 0)) == image)
  }

  @Test func `a perspective takes corners to corners and lines to lines`() throws {
    let corners = [Point(x: 5, y: 3), Point(x: 55, y: 8), Point(x: 50, y: 38), Point(x: 9, y: 33)]
    let filter = PerspectiveTransform(
      topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    // The crossing of the diagonals goes to the crossing of the diagonals.
    let drawn = map.applying(filter)
    func crossing(_ q: [Point]) -> Point {
      let (a, b) = (q[2].x - q[0].x, q[2].y - q[0].y)
      let (c, d) = (q[3].x - q[1].x, q[3].y - q[1].y)
      let t = ((q[1].x - q[0].x) * d - (q[1].y - q[0].y) * c) / (a * d - b * c)
      return Point(x: q[0].x + t * a, y: q[0].y + t * b)
    }
    let middle = crossing(corners)
    let shifted = drawn.transformed(by: .translation(x: 0.5 - middle.x, y: 0.5 - middle.y))
    let pixel = try Renderer().floats(shifted, in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(abs(pixel[0] - 30.5) < 0.05 && abs(pixel[1] - 20.5) < 0.05)
    // And the correction undoes it.
    let back = drawn.applying(
      .perspectiveCorrection(
        topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3], crop: true))
    let rect = try #require(back.extent.rect)
    let result = try Renderer().floats(back)
    for y in 4..<(rect.height - 4) {
      for x in 4..<(rect.width - 4) {
        let index = 4 * (y * rect.width + x)
        #expect(abs(result[index] - (Float(x) + 0.5) * 61 / Float(rect.width)) < 0.1)
        #expect(abs(result[index + 1] - (Float(y) + 0.5) * 41 / Float(rect.height)) < 0.1)
      }
    }
    #expect(throws: RenderError.self) {
      try Renderer().render(
        map.applying(.perspectiveTransform(topLeft: .zero, topRight: .zero, bottomRight: .zero, bottomLeft: .zero)))
    }
  }

  @Test(arguments: [0.1, -0.4, .pi / 2])
  func `straightening fills the extent`(angle: Double) throws {
    let straight = map.applying(.straighten(angle: angle))
    #expect(straight.extent == map.extent)
    let pixels = try Renderer().floats(straight)
    #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { abs(pixels[$0] - 1) < 1e-5 })
    let middle = 4 * (20 * 61 + 30)
    #expect(abs(pixels[middle] - 30.5) < 1e-3 && abs(pixels[middle + 1] - 20.5) < 1e-3)
  }
}
