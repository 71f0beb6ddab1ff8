import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct HeadCropTests {
  let size = PixelSize(width: 2016, height: 1512)
  let input = PixelSize(width: 512, height: 384)

  private func face(x: Double, y: Double, side: Double) -> Face {
    Face(bounds: NormalizedRect(x: x, y: y, width: side, height: side * 2016 / 1512))
  }

  @Test func `a small head is predicted larger, with room round it`() throws {
    let window = try #require(
      HeadCrop(for: face(x: 0.5, y: 0.4, side: 0.05), in: size, longSide: 384, wholeInput: input))
    // 5 times the face's 101 pixels or more, round its center, as the network saw the whole.
    #expect(abs(window.rect.width - 672) <= 2 && abs(window.rect.height - 504) <= 2)
    #expect(window.input == input)
    #expect(abs(window.rect.x + window.rect.width / 2 - 1058) <= 2)
    #expect(PixelRect(size).contains(window.rect))
  }

  @Test func `windows at the picture's edges keep their shape, so that the network is compiled once`() throws {
    for (x, y) in [(0.0, 0.0), (0.95, 0.0), (0.0, 0.93), (0.95, 0.93), (0.4, 0.4)] {
      for side in [0.01, 0.05, 0.08] {
        let window = try #require(
          HeadCrop(for: face(x: x, y: y, side: side), in: size, longSide: 384, wholeInput: input))
        #expect(window.input == input && PixelRect(size).contains(window.rect))
        let stretch = Double(window.rect.width * input.height) / Double(window.rect.height * input.width)
        #expect(abs(stretch - 1) < 0.03)
      }
    }
  }

  @Test func `in a long and narrow picture a window is square, or as tall as the picture`() throws {
    let size = PixelSize(width: 4000, height: 1000)
    let input = PixelSize(width: 512, height: 128)
    func window(_ side: Double) -> HeadCrop? {
      let bounds = NormalizedRect(x: 0.5, y: 0.4, width: side, height: side * 4)
      return HeadCrop(for: Face(bounds: bounds), in: size, longSide: 384, wholeInput: input)
    }
    let small = try #require(window(0.02))
    #expect(small.rect.size == PixelSize(width: 400, height: 400))
    #expect(small.input == PixelSize(width: 384, height: 384))
    let tall = try #require(window(0.07))
    #expect(tall.rect.height == 1000 && abs(tall.rect.width - 1333) <= 1)
    #expect(tall.input == PixelSize(width: 384, height: 288))
  }

  @Test func `windows without room have few shapes, and none is stretched`() throws {
    var shapes: Set<PixelSize> = []
    for (width, height) in [(4000, 1000), (900, 3000), (2000, 1700), (1024, 768)] {
      let size = PixelSize(width: width, height: height)
      let input = MatteNetwork.inputSize(for: size, longSide: 512)
      for percent in 2...20 {
        let side = Double(percent) / 100 * Double(max(width, height))
        let bounds = NormalizedRect(
          x: 0.45, y: 0.4, width: side / Double(width), height: side / Double(height))
        guard let window = HeadCrop(for: Face(bounds: bounds), in: size, longSide: 384, wholeInput: input) else {
          continue
        }
        #expect(PixelRect(size).contains(window.rect))
        if window.input == input { continue }
        shapes.insert(window.input)
        let stretch = Double(window.rect.width * window.input.height) / Double(window.rect.height * window.input.width)
        #expect(abs(stretch - 1) < 0.02, "\(window)")
      }
    }
    #expect((1...3).contains(shapes.count), "\(shapes)")
  }

  @Test func `a tiny head is not enlarged beyond the limit: it gets more surroundings`() throws {
    let size = PixelSize(width: 480, height: 270)
    let input = PixelSize(width: 576, height: 320)
    let bounds = NormalizedRect(x: 0.55, y: 0.46, width: 0.026, height: 0.035)
    func crop(maximumScale: Double, shown: Double) -> HeadCrop? {
      HeadCrop(
        for: Face(bounds: bounds), in: size, longSide: 384, wholeInput: input, maximumScale: maximumScale, scale: shown)
    }
    let near = try #require(crop(maximumScale: .infinity, shown: 1.3))
    #expect(Double(near.input.width) / Double(near.rect.width) > 5)
    let limited = try #require(crop(maximumScale: 2.5, shown: 1.3))
    #expect(abs(Double(limited.input.width) / Double(limited.rect.width) - 2.5) < 0.05)
    #expect(abs(Double(limited.rect.minX + limited.rect.maxX) / 2 - bounds.midX * 480) <= 1)
    #expect(abs(Double(limited.rect.minY + limited.rect.maxY) / 2 - bounds.midY * 270) <= 3)
    #expect(crop(maximumScale: 2.5, shown: 2) == nil, "the frame showed it about as large")
  }

  @Test func `a head that fills the picture needs no close-up pass`() {
    #expect(HeadCrop(for: face(x: 0.3, y: 0.2, side: 0.3), in: size, longSide: 384, wholeInput: input) == nil)
  }

  @Test func `a face of no size or beyond the picture gives no window`() {
    for bounds in [
      NormalizedRect(x: 0.5, y: 0.5, width: 0, height: 0), NormalizedRect(x: 3, y: 3, width: 0.05, height: 0.05),
      NormalizedRect(x: .nan, y: 0, width: 0.1, height: 0.1),
    ] {
      #expect(HeadCrop(for: Face(bounds: bounds), in: size, longSide: 384, wholeInput: input) == nil)
    }
  }

  @Test func `weights fade to nothing inside the picture and not at its edge`() throws {
    let window = try #require(
      HeadCrop(for: face(x: 0.0, y: 0.4, side: 0.05), in: size, longSide: 384, wholeInput: input))
    #expect(window.rect.minX == 0)
    let weights = window.weights(in: size)
    #expect(weights.columns.first == 1)
    #expect((weights.columns.last ?? 1) < 0.01)
    #expect((weights.rows.first ?? 1) < 0.01)
    #expect(weights.columns.count == window.rect.width && weights.rows.count == window.rect.height)
    #expect((weights.columns + weights.rows).allSatisfy { (0...1).contains($0) })
  }

  @Test func `the head of a close-up replaces that of the picture and fades out beyond it`() throws {
    let window = try #require(
      HeadCrop(for: face(x: 0.0, y: 0.4, side: 0.05), in: size, longSide: 384, wholeInput: input))
    #expect(window.rect.minX == 0)
    var planes = PlanarBuffer<UInt8>(repeating: 10, size: size, planeCount: 3)
    window.blend(PlanarBuffer(repeating: 210, size: window.rect.size, planeCount: 3), into: &planes, within: .head)
    let (side, middle) = (window.face.width, window.face.minY + window.face.height / 2)
    for plane in 0..<3 {
      func value(_ x: Int, _ y: Int) -> UInt8 { planes.samples[plane * size.area + y * size.width + x] }
      // To the picture's edge, to the right, and above.
      #expect(value(0, middle) == 210 && value(window.face.maxX, middle) == 210)
      #expect(value(side / 2, window.face.minY - side / 2) == 210)
      #expect((11..<210).contains(value(side / 2 + 8 * side / 5, middle)))
      #expect(value(side / 2 + 21 * side / 10, middle) == 10 && value(side / 2, middle + 21 * side / 10) == 10)
    }
  }

  @Test func `beyond the head a close-up removes no person that is certain`() throws {
    let window = try #require(
      HeadCrop(for: face(x: 0.5, y: 0.4, side: 0.05), in: size, longSide: 384, wholeInput: input))
    let (side, middle) = (window.face.width, window.face.minY + window.face.height / 2)
    let (left, right) = (window.face.minX + side / 2, window.face.minX + side / 2 + 21 * side / 10)
    #expect(right < window.rect.maxX)
    func value(_ channel: MatteChannel, of whole: UInt8, x: Int) -> UInt8 {
      var planes = PlanarBuffer<UInt8>(repeating: whole, size: size, planeCount: 3)
      window.blend(PlanarBuffer(repeating: 0, size: window.rect.size, planeCount: 3), into: &planes, within: .crop)
      return planes.samples[channel.rawValue * size.area + middle * size.width + x]
    }
    #expect(value(.portrait, of: 255, x: right) == 255 && value(.portrait, of: 255, x: left) == 0)
    #expect(value(.portrait, of: 200, x: right) < 10)
    #expect(value(.hair, of: 255, x: right) < 10)
  }

  @Test func `an added head removes nothing`() throws {
    let window = try #require(
      HeadCrop(for: face(x: 0.5, y: 0.4, side: 0.05), in: size, longSide: 384, wholeInput: input))
    var planes = PlanarBuffer<UInt8>(repeating: 100, size: size, planeCount: 3)
    window.addHead(of: PlanarBuffer(repeating: 40, size: window.rect.size, planeCount: 3), to: &planes)
    #expect(planes.samples.allSatisfy { $0 == 100 })
    window.addHead(of: PlanarBuffer(repeating: 240, size: window.rect.size, planeCount: 3), to: &planes)
    let middle = (window.face.minY + window.face.maxY) / 2 * size.width + (window.face.minX + window.face.maxX) / 2
    #expect(planes.samples[middle] == 240 && planes.samples[0] == 100)
  }
}
