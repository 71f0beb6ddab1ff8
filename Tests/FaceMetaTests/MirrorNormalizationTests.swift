import Imaging
import Support
import Testing

@testable import FaceMeta

@Suite struct MirrorNormalizationTests {
  private func picture(seed: UInt64) -> PixelBuffer {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    let size = PixelSize(width: 90, height: 61)
    let bytes = (0..<size.area * 4).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  @Test(arguments: 1...8) func `a picture and its mirror image are searched as the same one`(seed: UInt64) throws {
    let upright = picture(seed: seed)
    let searched = try MirrorNormalization.searched(UprightPicture(upright, orientation: .up))
    let expected = try searched.scaled(to: searched.size)
    for orientation in Orientation.allCases {
      let stored = upright.oriented(by: orientation.inverse)
      for mirrored in [Orientation.up, .upMirrored] {
        let whole = UprightPicture(stored, orientation: orientation.then(mirrored))
        let picture = try MirrorNormalization.searched(whole)
        #expect(picture.isMirrorImage == (picture.orientation != whole.orientation))
        let isSame = try picture.scaled(to: picture.size) == expected
        #expect(isSame, "\(orientation) \(mirrored)")
      }
    }
  }

  @Test func `one colour is searched as it is`() throws {
    let gray = PixelBuffer(size: PixelSize(width: 5, height: 4), format: .l8, bytes: [UInt8](repeating: 90, count: 20))
    let picture = UprightPicture(gray, orientation: .right)
    #expect(try MirrorNormalization.searched(picture).orientation == .right)
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func `faces are mapped back to their positions`(searched: Orientation, wanted: Orientation) throws {
    let stored = picture(seed: 3)
    let unit = SIMD3<Float>(1 / 61, 1 / 61, 1 / 61)
    // In the coordinates of the stored picture, before it was turned.
    let points = SyntheticHead.turned(roll: 0, yaw: 20, pitch: 5).map { $0 * unit / 4 + SIMD3(0.5, 0.4, 0) }
    let face = Face(
      bounds: NormalizedRect(x: 0.3, y: 0.2, width: 0.2, height: 0.3), roll: .degrees(10), yaw: .degrees(20),
      confidence: 0.9, landmarks: FaceLandmarks(points: points))
    let there = UprightPicture(stored, orientation: wanted).faces([face], seenIn: searched)
    let back = try #require(UprightPicture(stored, orientation: searched).faces(there, seenIn: wanted).first)
    let isMirrored = searched.inverse.then(wanted).isMirrored
    #expect(abs(((try #require(there.first?.yaw)) - .degrees(isMirrored ? -20 : 20)).signed.degrees) < 1e-9)
    #expect(abs(((try #require(back.roll)) - .degrees(10)).signed.degrees) < 1e-9)
    #expect(back.bounds.intersectionOverUnion(face.bounds) > 0.999_999)
    let landmarks = try #require(back.landmarks)
    for (a, b) in zip(landmarks.points, points) { #expect(abs(a.x - b.x) + abs(a.y - b.y) < 1e-5) }
  }
}
