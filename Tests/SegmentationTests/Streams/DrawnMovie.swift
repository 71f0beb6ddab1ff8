import Imaging
import Kernels
import Support

@testable import Segmentation

/// A movie drawn by code: a disc that may move over a backdrop of random tiles, with sensor noise, and the disc's true
/// matte.
struct DrawnMovie {
  let size = PixelSize(width: 160, height: 128)
  /// The standard deviation of the noise, roughly, in levels.
  var noise: Float = 4
  var radius: Float = 24
  private var random: RepeatableRandomNumberGenerator
  private let tiles: [SIMD4<Float>]

  init(seed: UInt64 = 5) {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    tiles = (0..<10 * 8).map { _ in
      SIMD4(Float.random(in: 30...120, using: &random), .random(in: 30...120, using: &random), 60, 0)
    }
    self.random = random
  }

  /// The picture with the disc's center at `center`.
  mutating func picture(center: SIMD2<Float>) -> PixelBuffer {
    var bytes = [UInt8](repeating: 255, count: 4 * size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let alpha = coverage(SIMD2(Float(x), Float(y)) + 0.5, center)
        let tile = tiles[y / 16 * 10 + x / 16]
        let bits = random.next()
        // The sum of four even spreads is nearly normal; of 0...31 each, it has a deviation of 18.5.
        let five = SIMD4<UInt64>(repeating: 31)
        let spread =
          (SIMD4(bits, bits >> 20, bits >> 40, 0) & five) &+ (SIMD4(bits >> 5, bits >> 25, bits >> 45, 0) & five)
          &+ (SIMD4(bits >> 10, bits >> 30, bits >> 50, 0) & five)
          &+ (SIMD4(bits >> 15, bits >> 35, bits >> 55, 0) & five)
        let color = tile * (1 - alpha) + SIMD4(205, 170, 150, 0) * alpha + (SIMD4<Float>(spread) - 62) * (noise / 18.5)
        let levels = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let pixel = 4 * (y * size.width + x)
        bytes[pixel] = UInt8(levels.x)
        bytes[pixel + 1] = UInt8(levels.y)
        bytes[pixel + 2] = UInt8(levels.z)
      }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  /// The disc as the portrait matte.
  func matte(center: SIMD2<Float>) -> Matte {
    let size = size.half
    let bytes = (0..<size.area).map { index in
      let point = SIMD2(Float(index % size.width), Float(index / size.width)) + 0.5
      return UInt8((coverage(point * 2, center) * 255).rounded())
    }
    return Matte(
      kind: .portrait, pixels: PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes),
      coordinateSpace: .upright)
  }

  private func coverage(_ point: SIMD2<Float>, _ center: SIMD2<Float>) -> Float {
    let offset = point - center
    return min(max((radius - (offset * offset).sum().squareRoot()) / 2 + 0.5, 0), 1)
  }
}

extension PixelBuffer {
  /// As a stream's filter is shown a frame: a pixel a cell.
  func cells() throws -> PixelBuffer { try resized(to: ChangeMap.gridSize(for: size.half)) }
}

extension Matte {
  /// The mean absolute difference in levels of 0...255.
  func difference(from other: Matte) -> Double {
    zip(pixels.bytes, other.pixels.bytes).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
      / Double(pixels.bytes.count)
  }
}
