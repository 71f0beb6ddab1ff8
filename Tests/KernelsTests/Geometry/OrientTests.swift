import Imaging
import Kernels
import Support
import Testing

@Suite struct OrientTests {
  /// Moves each pixel separately, to the position of its centre by the orientation.
  static func naive(_ picture: PixelBuffer, _ orientation: Orientation) -> [UInt8] {
    let size = orientation.apply(to: picture.size)
    let pixel = picture.format.bytesPerPixel
    var result = [UInt8](repeating: 0, count: size.area * pixel)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let place = orientation.apply(
          to: NormalizedPoint(
            x: (Double(x) + 0.5) / Double(picture.width), y: (Double(y) + 0.5) / Double(picture.height)))
        let column = Int(place.x * Double(size.width))
        let row = Int(place.y * Double(size.height))
        for byte in 0..<pixel {
          result[(row * size.width + column) * pixel + byte] = picture.bytes[y * picture.rowBytes + x * pixel + byte]
        }
      }
    }
    return result
  }

  static let sizes = [
    PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 7), PixelSize(width: 37, height: 71),
    PixelSize(width: 65, height: 33),
  ]

  @Test(arguments: PixelFormat.allCases, sizes)
  func `every pixel is moved by the orientation and back by its inverse`(format: PixelFormat, size: PixelSize) {
    var random = RepeatableRandomNumberGenerator(seed: 7)
    // Rows with padding, which must not be copied.
    let rowBytes = size.width * format.bytesPerPixel + 5
    let bytes = (0..<rowBytes * size.height).map { _ in UInt8.random(in: 0...255, using: &random) }
    let picture = PixelBuffer(
      size: size, format: format, colorSpace: .displayP3, alphaType: .straight, rowBytes: rowBytes, bytes: bytes)
    for orientation in Orientation.allCases where orientation != .up {
      let upright = picture.oriented(by: orientation)
      #expect(upright.size == orientation.apply(to: size))
      #expect(upright.bytes == Self.naive(picture, orientation), "\(orientation)")
      #expect(upright.colorSpace == .displayP3 && upright.alphaType == .straight && upright.format == format)
      #expect(Self.naive(upright.oriented(by: orientation.inverse), .up) == Self.naive(picture, .up), "\(orientation)")
    }
    #expect(picture.oriented(by: .up) == picture)
  }

  @Test func `a matte is rotated between the stored and the upright picture, or left unchanged`() {
    let pixels = PixelBuffer(
      size: PixelSize(width: 2, height: 1), format: .l8, colorSpace: .linearGray, bytes: [1, 2])
    let stored = Matte(kind: .hair, pixels: pixels, coordinateSpace: .stored, confidence: 0.9)
    let upright = stored.transformed(to: .upright, orientation: .right)
    #expect(upright.pixels == pixels.oriented(by: .right) && upright.coordinateSpace == .upright)
    #expect(upright.kind == .hair && upright.confidence == 0.9)
    #expect(upright.transformed(to: .upright, orientation: .right) == upright)
    #expect(upright.transformed(to: .stored, orientation: .right) == stored)
    var (set, other) = (MatteSet([stored]), MatteSet([upright]))
    (set.confidence, other.confidence) = (0.8, 0.8)
    #expect(set.transformed(to: .upright, orientation: .right) == other)
    #expect(set.transformed(to: .stored, orientation: .right) == set)
  }
}
