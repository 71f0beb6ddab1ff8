import Foundation
import MatteKit
import Testing

/// Mattes that lie upright, as those of files do, on photos that are stored rotated.
@Suite struct MatteCoordinatesTests {
  private static let size = PixelSize(width: 48, height: 32)
  private static let face = Face(bounds: NormalizedRect(x: 0.2, y: 0.1, width: 0.3, height: 0.2))

  /// The left third of the stored picture belongs to the person.
  private static func matte(_ kind: MatteKind, in space: CoordinateSpace) -> Matte {
    let half = PixelSize(width: 24, height: 16)
    let bytes = (0..<half.area).map { $0 % 24 < 8 ? UInt8(255) : 0 }
    let stored = PixelBuffer(size: half, format: .l8, colorSpace: .linearGray, bytes: bytes)
    return Matte(
      kind: kind, pixels: space == .stored ? stored : stored.oriented(by: .right), coordinateSpace: space)
  }

  private static func photo() -> Photo {
    var pixels = PixelBuffer(size: size, format: .rgba8)
    pixels.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(index % 199) }
    }
    return Photo(pixels: pixels, orientation: .right)
  }

  @Test func `effects on photos and scenes take both`() throws {
    let photo = Self.photo()
    let effect = EffectStack([.replaceBackground(with: .black), .hideFaces(by: .fill)])
    let stored = MatteSet([.portrait, .hair].map { Self.matte($0, in: .stored) })
    let upright = MatteSet([.portrait, .hair].map { Self.matte($0, in: .upright) })
    let expected = try photo.applying(effect, mattes: stored, faces: [Self.face])
    let result = try photo.applying(effect, mattes: upright, faces: [Self.face])
    #expect(result.pixels == expected.pixels)
    // The outlines of hidden faces are removed at their place.
    #expect(result.auxiliaryImages == expected.auxiliaryImages && result.mattes.count == 2)
    #expect(result.mattes[.portrait] != stored[.portrait])
    let frame = Frame(pixels: photo.pixels, orientation: .right, time: MediaTime(value: 0, timescale: 1))
    let scene = Scene(frame, faces: [Self.face], mattes: upright).applying(effect)
    #expect(try scene.rendered() == Scene(frame, faces: [Self.face], mattes: stored).applying(effect).rendered())
  }
}
