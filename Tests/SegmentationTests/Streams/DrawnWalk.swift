import Imaging

@testable import Segmentation

/// A person of one color who walks to the right in front of a patterned wall, 320x180.
struct DrawnWalk {
  let size = PixelSize(width: 320, height: 180)
  var person = SIMD3<UInt8>(30, 60, 200)
  /// The color of the area beside the person; nil for the person's.
  var besideColor: SIMD3<UInt8>?
  /// The side of the squares of the wall's pattern, in pixels.
  var side = 8
  /// The pattern's place: it moves with the camera.
  var shift = 0
  /// Light on the floor beside the person, 1 without a shadow.
  var shadow: Float = 1

  /// The region of the person.
  func body(_ frame: Int) -> PixelRect { PixelRect(x: 20 + 6 * frame, y: 40, width: 40, height: 140) }
  /// The area beside the person: an arm, a wall, or a shadow.
  func beside(_ frame: Int) -> PixelRect { PixelRect(x: 60 + 6 * frame, y: 60, width: 24, height: 24) }

  /// - Parameter hasArm: whether the person's color extends over that area.
  func picture(_ frame: Int, hasArm: Bool = false) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isBeside = beside(frame).contains(PixelRect(x: x, y: y, width: 1, height: 1))
        if body(frame).contains(PixelRect(x: x, y: y, width: 1, height: 1)) || (hasArm && isBeside) {
          let color = isBeside ? besideColor ?? person : person
          bytes += [color.x, color.y, color.z, 255]
        } else {
          let light = isBeside ? shadow : 1
          let level = Float((x + shift) / side % 2 == y / side % 2 ? 180 : 130) * light
          bytes += [UInt8(level), UInt8(level * 0.8), UInt8(level * 0.6), 255]
        }
      }
    }
    return PixelBuffer(size: size, format: .rgba8, colorSpace: .sRGB, bytes: bytes)
  }

  /// The network's prediction: certain of the body, and `doubt` beside it.
  func portrait(_ frame: Int, doubt: Float) -> [Float] {
    var result = [Float](repeating: 0.002, count: size.area)
    func fill(_ rect: PixelRect, _ value: Float) {
      let rect = rect.intersection(PixelRect(size))
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX { result[y * size.width + x] = value }
      }
    }
    fill(beside(frame), doubt)
    fill(body(frame), 0.97)
    return result
  }
}

extension BackgroundModel {
  mutating func evidence(of picture: PixelBuffer, portrait: [Float], elapsed: Double) -> BackgroundEvidence? {
    evidence(of: FrameCells(picture: picture, portrait: portrait), elapsed: elapsed)
  }
}
