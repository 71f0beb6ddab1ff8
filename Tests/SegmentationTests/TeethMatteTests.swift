import Foundation
import Imaging
import Testing

@testable import Segmentation

/// Teeth in a drawn face: skin all over, an ellipse of a mouth with a row of teeth over a dark gap and a red tongue.
@Suite struct TeethMatteTests {
  static let size = PixelSize(width: 200, height: 160)
  static let skinTones: [[UInt8]] = [[224, 176, 150], [150, 104, 82], [92, 62, 48]]

  /// The inner lips as an ellipse round (100, 100), 60 wide and `opening` high.
  private func face(opening: Double) -> Face {
    var points = [SIMD3<Float>](repeating: .zero, count: 468)
    for (place, index) in FacePart.innerLips.meshIndices.enumerated() {
      let angle = Double.pi + Double(place) / 20 * 2 * .pi
      let x = 100 + 30 * cos(angle)
      let y = 100 - opening / 2 * sin(angle)
      // In order round the mouth, from the subject's right corner over the lower lip.
      points[index] = SIMD3(Float(x / 200), Float(y / 160), 0)
    }
    return Face(
      bounds: NormalizedRect(x: 0.2, y: 0.15, width: 0.6, height: 0.7), landmarks: FaceLandmarks(points: points))
  }

  private func picture(skin: [UInt8], teeth: Bool) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<160 {
      for x in 0..<200 {
        let (u, v) = ((Double(x) + 0.5 - 100) / 30, (Double(y) + 0.5 - 100) / 12)
        if u * u + v * v > 1 {
          bytes += skin + [255]
        } else if y < 100 && teeth {
          bytes += [226, 214, 196, 255]
        } else if y < 104 {
          bytes += [30, 14, 14, 255]
        } else {
          bytes += [176, 84, 86, 255]
        }
      }
    }
    return PixelBuffer(size: Self.size, format: .rgba8, bytes: bytes)
  }

  private let allSkin = [UInt8](repeating: 255, count: 200 * 160)

  @Test(arguments: skinTones)
  func `teeth are found in an open mouth, tongue and gap are not`(skin: [UInt8]) throws {
    let plane = try #require(
      try TeethMatte.plane(for: [face(opening: 24)], in: picture(skin: skin, teeth: true), skin: allSkin[...]))
    #expect(plane[95 * 200 + 100] > 200, "a tooth")
    #expect(plane[95 * 200 + 85] > 200, "a tooth at the side")
    #expect(plane[102 * 200 + 100] < 60, "the gap")
    #expect(plane[108 * 200 + 100] < 60, "the tongue")
    #expect(plane[70 * 200 + 100] == 0, "skin")
    #expect(plane[84 * 200 + 100] == 0, "the upper lip")
  }

  @Test func `an open mouth without teeth gives nothing`() throws {
    let picture = picture(skin: Self.skinTones[0], teeth: false)
    #expect(try TeethMatte.plane(for: [face(opening: 24)], in: picture, skin: allSkin[...]) == nil)
  }

  @Test func `a closed mouth gives nothing`() throws {
    let picture = picture(skin: Self.skinTones[0], teeth: true)
    #expect(try TeethMatte.plane(for: [face(opening: 2)], in: picture, skin: allSkin[...]) == nil)
  }

  @Test func `light on lips that hardly part is no tooth, two teeth in an open mouth are`() throws {
    var picture = picture(skin: Self.skinTones[0], teeth: false)
    let rowBytes = picture.rowBytes
    picture.withUnsafeMutableBytes { bytes in
      for y in 92..<108 {
        for x in 92..<108 {
          for (component, value) in [UInt8(226), 214, 196].enumerated() {
            bytes[y * rowBytes + 4 * x + component] = value
          }
        }
      }
    }
    #expect(try TeethMatte.plane(for: [face(opening: 8)], in: picture, skin: allSkin[...]) == nil)
    #expect(try TeethMatte.plane(for: [face(opening: 24)], in: picture, skin: allSkin[...]) != nil)
  }

  @Test func `a face without landmarks gives nothing`() throws {
    let picture = picture(skin: Self.skinTones[0], teeth: true)
    let face = Face(bounds: NormalizedRect(x: 0.2, y: 0.15, width: 0.6, height: 0.7))
    #expect(try TeethMatte.plane(for: [face], in: picture, skin: allSkin[...]) == nil)
  }
}
