import Imaging
import Kernels

/// A face drawn with flat colors: an egg with a mop of hair, dots for eyes, a line or an open mouth with teeth.
struct Cartoon {
  var smiles: Bool

  func picture() throws -> PixelBuffer {
    let size = PixelSize(width: 320, height: 320)
    var planes = [UInt8](repeating: 235, count: 3 * size.area)
    func fill(_ color: (UInt8, UInt8, UInt8), where inside: (SIMD2<Double>) -> Bool) {
      for y in 0..<size.height {
        for x in 0..<size.width where inside(SIMD2(Double(x), Double(y))) {
          let pixel = 3 * (y * size.width + x)
          (planes[pixel], planes[pixel + 1], planes[pixel + 2]) = color
        }
      }
    }
    func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> (SIMD2<Double>) -> Bool {
      { point in
        let place = (point - SIMD2(x, y)) / SIMD2(width, height)
        return (place * place).sum() <= 1
      }
    }
    fill((60, 90, 200)) { $0.y > 262 && abs($0.x - 160) < 110 }
    fill((20, 20, 20), where: ellipse(160, 160, 84, 106))
    fill((255, 205, 160), where: ellipse(160, 160, 80, 102))
    fill((150, 80, 20)) { ellipse(160, 125, 86, 82)($0) && $0.y < 110 + 8 * Double(Int($0.x) / 12 % 2) }
    for x in [130.0, 190] {
      fill((255, 255, 255), where: ellipse(x, 150, 16, 20))
      fill((10, 10, 10), where: ellipse(x + 3, 154, 7, 9))
    }
    fill((235, 160, 120), where: ellipse(160, 178, 8, 12))
    if smiles {
      fill((120, 10, 20)) { ellipse(160, 205, 40, 30)($0) && $0.y > 205 }
      fill((255, 255, 255)) { ellipse(160, 205, 36, 26)($0) && $0.y > 205 && $0.y < 214 }
    } else {
      fill((120, 10, 20)) { abs($0.x - 160) < 34 && abs($0.y - 216) < 3 }
    }
    var bytes: [UInt8] = []
    for pixel in 0..<size.area { bytes += planes[3 * pixel..<3 * pixel + 3] + [255] }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }
}
