import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Edges, spotlights, transitions, patterns and brightest light.
@Suite struct StylizeTests {
  @Test func `edges are the length of Sobel's gradient`() throws {
    try Oracle.check(.edges(intensity: 1.5)) { picture, x, y in
      (0..<4).map { component in
        func at(_ dx: Int, _ dy: Int) -> Double { picture.clamped(x + dx, y + dy)[component] }
        if component == 3 { return at(0, 0) }
        let across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
        let down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
        return hypot(across, down) * 1.5 / 4
      }
    }
  }

  @Test func `a spotlight falls off from the axis of its beam`() throws {
    let (lamp, target) = ([30.0, -10, 20], [20.0, 6, 0])
    try Oracle.check(
      .spotLight(
        lightPosition: lamp, lightPointsAt: target, brightness: 2, concentration: 0.2,
        color: Color(linearRed: 1, green: 0.5, blue: 0.25))
    ) { picture, x, y in
      let ray = [Double(x) + 0.5 - lamp[0], Double(y) + 0.5 - lamp[1], -lamp[2]]
      let axis = zip(target, lamp).map { $0 - $1 }
      func length(_ v: [Double]) -> Double { v.reduce(0) { $0 + $1 * $1 }.squareRoot() }
      let cosine = zip(ray, axis).reduce(0) { $0 + $1.0 * $1.1 } / length(ray) / length(axis)
      let light = 2 * lamp[2] / length(ray) * exp(-(1 - cosine) / 0.2)
      return zip(picture[x, y], [light, light * 0.5, light * 0.25, 1]).map { $0 * $1 }
    }
    // A lamp straight above the pixel that it is directed at lights it with its whole brightness.
    let gray = Image.color(Color(linearRed: 0.25, green: 0.25, blue: 0.25)).cropped(
      to: PixelRect(x: 0, y: 0, width: 9, height: 9))
    let lit = try Renderer().floats(
      gray.applying(.spotLight(lightPosition: [4.5, 4.5, 50], lightPointsAt: [4.5, 4.5, 0], brightness: 3)))
    #expect(abs(lit[4 * 40] - 0.75) < 1e-5)
  }

  @Test func `a dissolve interpolates from the image to the target`() throws {
    let size = PixelSize(width: 7, height: 5)
    let picture = TestPicture(size: size, content: .translucent)
    let (first, second) = (picture.samples(seed: 1), picture.samples(seed: 2))
    for time in [0, 0.3, 1] {
      let image = picture.image(seed: 1).applying(.dissolveTransition(targetImage: picture.image(seed: 2), time: time))
      let result = try Renderer().floats(image)
      for index in result.indices {
        let expected = Double(first[index]) * (1 - time) + Double(second[index]) * time
        #expect(abs(Double(result[index]) - expected) < 1e-6)
      }
    }
  }

  @Test func `a checkerboard has sharp or soft squares about its centre`() throws {
    let rect = PixelRect(x: -20, y: -20, width: 60, height: 60)
    let center = Point(x: 5, y: 3)
    let board = Image.empty.applying(.checkerboardGenerator(center: center, color1: .clear, width: 8))
    #expect(board.extent.isInfinite)
    let sharp = try Renderer().floats(board, in: rect)
    for y in 0..<60 {
      for x in 0..<60 {
        let column = ((Double(x) - 19.5 - center.x) / 8).rounded(.down)
        let row = ((Double(y) - 19.5 - center.y) / 8).rounded(.down)
        #expect(sharp[4 * (60 * y + x) + 3] == (Int(column + row) % 2 == 0 ? 1 : 0))
      }
    }
    let stripes = Image.empty.applying(
      .stripesGenerator(center: Point(x: 0, y: 0), color0: .white, color1: .black, width: 10, sharpness: 0))
    let line = try Renderer().floats(stripes, in: PixelRect(x: 0, y: 0, width: 20, height: 1))
    #expect(stripes.isOpaque)
    // A triangle: the middle of each stripe is pure, the edge half of both.
    for x in 0..<20 {
      let place = Double(x) + 0.5
      let distance = place < 10 ? 5 - abs(place - 5) : -(5 - abs(place - 15))
      #expect(abs(Double(line[4 * x]) - (distance / 10 + 0.5)) < 1e-6, "\(x)")
    }
  }

  @Test func `light above the headroom is compressed, and keeps its colour`() throws {
    // A ramp of light up to eight times white.
    let size = PixelSize(width: 256, height: 1)
    let samples = (0..<256).flatMap { index -> [Float] in
      let light = Float(index) / 255 * 8
      return [light, light / 2, light / 4, 1]
    }
    let image = Image(.floats(samples, size, .opaque))
    for target in [1.0, 2] {
      let result = try Renderer().floats(image.applying(.toneMapHeadroom(sourceHeadroom: 8, targetHeadroom: target)))
      var last: Float = -1
      for index in 0..<256 {
        let (light, mapped) = (samples[4 * index], result[4 * index])
        #expect(
          mapped > last - 1e-3 && mapped <= Float(target) * 1.001 && mapped <= light * 1.0001,
          "\(light): \(mapped), \(last)")
        #expect(abs(result[4 * index + 1] - mapped / 2) < 1e-5 && abs(result[4 * index + 2] - mapped / 4) < 1e-5)
        // Dark light stays.
        if light < 0.2 { #expect(abs(mapped - light) < 1e-4) }
        last = mapped
      }
      #expect(abs(last - Float(target)) < 1e-3)
    }
    #expect(image.applying(.toneMapHeadroom(sourceHeadroom: 2, targetHeadroom: 2)) == image)
  }
}
