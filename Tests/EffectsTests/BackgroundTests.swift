import FilterGraph
import Imaging
import Testing

@testable import Effects

@Suite struct BackgroundTests {
  private let size = PixelSize(width: 48, height: 32)

  /// A person of one colour in the left half before a background of another.
  private func subject(orientation: Orientation = .up) -> EffectSubject {
    var bytes: [UInt8] = []
    var matte: [UInt8] = []
    for _ in 0..<size.height {
      for x in 0..<size.width { bytes += x < 24 ? [200, 120, 80, 255] : [20, 60, 200, 255] }
    }
    for _ in 0..<16 { for x in 0..<24 { matte.append(x < 12 ? 255 : 0) } }
    return EffectSubject(
      image: Image(PixelBuffer(size: size, format: .rgba8, bytes: bytes)), size: size, orientation: orientation,
      mattes: [
        Matte(
          kind: .portrait, pixels: PixelBuffer(size: size.half, format: .l8, colorSpace: .linearGray, bytes: matte),
          frame: .stored)
      ])
  }

  private func render(_ image: Image) throws -> PixelBuffer {
    try Renderer().render(image, in: PixelRect(size), as: .rgba8)
  }

  private func pixel(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    let start = y * buffer.rowBytes + 4 * x
    return buffer.bytes[start..<start + 3].map { Int($0) }
  }

  private func isNear(_ a: [Int], _ b: [Int], _ limit: Int = 2) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= limit }
  }

  @Test func `a new colour stands where the background was, the person stays`() throws {
    let green = try #require(Color(css: "#00ff00"))
    let result = try render(ReplaceBackground(color: green).image(of: subject()))
    #expect(isNear(pixel(result, 4, 16), [200, 120, 80]))
    #expect(isNear(pixel(result, 44, 16), [0, 255, 0]))
    // At the edge there is person and green, and nothing of the old blue.
    for x in 20..<28 { #expect(pixel(result, x, 16)[2] <= 84, "\(x): \(pixel(result, x, 16))") }
  }

  @Test func `a blurred background holds nothing of the person`() throws {
    let result = try render(BlurBackground(radius: 5).image(of: subject()))
    #expect(isNear(pixel(result, 4, 16), [200, 120, 80]))
    for x in [26, 30, 40] { #expect(isNear(pixel(result, x, 16), [20, 60, 200], 6), "\(x): \(pixel(result, x, 16))") }
  }

  @Test(arguments: Orientation.allCases)
  func `a picture for the background stands upright`(orientation: Orientation) throws {
    // Upright: red above, white below.
    let upright = orientation.apply(to: size)
    var bytes: [UInt8] = []
    for y in 0..<upright.height {
      for _ in 0..<upright.width { bytes += y < upright.height / 2 ? [255, 0, 0, 255] : [255, 255, 255, 255] }
    }
    let picture = EffectValue.Picture(
      image: Image(PixelBuffer(size: upright, format: .rgba8, bytes: bytes)), size: upright)
    let image = ReplaceBackground(picture: picture).image(of: subject(orientation: orientation))
    // The person hides the left half as stored; look at the corners of the other half.
    let result = try render(image)
    for (x, y) in [(46, 1), (46, 30), (30, 1), (30, 30)] {
      let seen = orientation.apply(
        to: NormalizedPoint(x: (Double(x) + 0.5) / Double(size.width), y: (Double(y) + 0.5) / Double(size.height)))
      let expected = seen.y < 0.5 ? [255, 0, 0] : [255, 255, 255]
      if abs(seen.y - 0.5) > 0.1 { #expect(isNear(pixel(result, x, y), expected), "\(x), \(y)") }
    }
  }
}
