import Imaging
import Kernels
import Testing

@Suite struct WarpTests {
  /// A gray picture whose value is linear in its coordinates: bilinear sampling of it is exact.
  static func plane(_ size: PixelSize) -> PixelBuffer {
    var values: [Float] = []
    for y in 0..<size.height { for x in 0..<size.width { values.append(Float(x) + 0.5 + 1000 * (Float(y) + 0.5)) } }
    return PixelBuffer(size: size, format: .lFloat, bytes: values.withUnsafeBytes(Array.init))
  }

  static func values(_ picture: PixelBuffer) -> [Float] {
    picture.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test func `a rotated and scaled crop follows the map`() throws {
    let picture = Self.plane(PixelSize(width: 64, height: 64))
    // Result pixel to source: turned by 30 degrees, half a source pixel a result pixel, round (32, 32).
    let map = AffineTransform2D(a: 0.4330127, b: 0.25, c: -0.25, d: 0.4330127, tx: 30, ty: 25)
    let crop = Self.values(try picture.warped(by: map, to: PixelSize(width: 20, height: 16)))
    for y in 0..<16 {
      for x in 0..<20 {
        let place = map.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let value = Double(crop[y * 20 + x])
        let row = (value / 1000).rounded(.down)
        // OpenCV quantizes positions to 1/32 pixel.
        #expect(abs(value - (place.x + 1000 * place.y)) < 1001.0 / 32, "\(x) \(y) \(row)")
      }
    }
  }

  @Test func `a much smaller crop is reduced by area, not sampled`() throws {
    // Black and white columns: sampling without reduction would give one of them.
    let size = PixelSize(width: 400, height: 300)
    let bytes = (0..<size.area).map { UInt8($0 % 2 == 0 ? 0 : 255) }
    let picture = PixelBuffer(size: size, format: .l8, bytes: bytes)
    let map = AffineTransform2D(a: 10, b: 0, c: 0, d: 10, tx: 50, ty: 50)
    let crop = try picture.warped(by: map, to: PixelSize(width: 20, height: 20))
    // A window that is not a whole number of pairs of columns is off by part of one column of ten.
    #expect(crop.bytes.allSatisfy { abs(Int($0) - 127) <= 8 })
  }

  @Test func `a shrunk crop is not displaced`() throws {
    let picture = Self.plane(PixelSize(width: 333, height: 217))
    let map = AffineTransform2D(a: 4.3, b: 0, c: 0, d: 4.3, tx: 60.7, ty: 40.2)
    let crop = Self.values(try picture.warped(by: map, to: PixelSize(width: 32, height: 24)))
    for y in 0..<24 {
      for x in 0..<32 {
        let place = map.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let value = Double(crop[y * 32 + x])
        let expected = place.x + 1000 * place.y
        #expect(abs(value - expected) < 4.3 * 1001 / 16, "\(x) \(y)")
      }
    }
  }

  @Test func `beyond the edge pixels are repeated, or transparent`() throws {
    let picture = PixelBuffer(size: PixelSize(width: 2, height: 2), format: .l8, bytes: [10, 20, 30, 40])
    let far = AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: -100, ty: -100)
    #expect(try picture.warped(by: far, to: PixelSize(width: 2, height: 1)).bytes == [10, 10])
    #expect(try picture.warped(by: far, to: PixelSize(width: 2, height: 1), border: .zero).bytes == [0, 0])
    let near = AffineTransform2D(a: 1, b: 0, c: 0, d: 1, tx: 1, ty: 1)
    #expect(try picture.warped(by: near, to: PixelSize(width: 2, height: 2)).bytes == [40, 40, 40, 40])
    #expect(try picture.warped(by: near, to: PixelSize(width: 2, height: 2), border: .zero).bytes == [40, 0, 0, 0])
  }

  @Test func `a singular map is refused`() {
    let picture = PixelBuffer(size: PixelSize(width: 4, height: 2), format: .l8)
    let flat = AffineTransform2D(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)
    #expect(throws: KernelError.self) { try picture.warped(by: flat, to: PixelSize(width: 2, height: 2)) }
    let wild = AffineTransform2D(a: .nan, b: 1, c: 1, d: 1, tx: 0, ty: 0)
    #expect(throws: KernelError.self) { try picture.warped(by: wild, to: PixelSize(width: 2, height: 2)) }
  }

  @Test func `maps compose and invert`() throws {
    let first = AffineTransform2D(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -7)
    let second = AffineTransform2D(a: 0.5, b: 0.25, c: 0, d: -1, tx: 1, ty: 2)
    let one = first.apply(x: 3, y: 4)
    let both = second.apply(x: one.x, y: one.y)
    let composed = first.then(second).apply(x: 3, y: 4)
    #expect(composed.x == both.x && composed.y == both.y)
    let back = try #require(first.inverse).apply(x: one.x, y: one.y)
    #expect(abs(back.x - 3) < 1e-12 && abs(back.y - 4) < 1e-12)
  }
}
