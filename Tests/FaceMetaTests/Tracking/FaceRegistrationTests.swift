import Imaging
import Testing

@testable import FaceMeta

@Suite struct FaceRegistrationTests {
  private static let box = FaceBox(center: SIMD2(150, 120), extent: SIMD2(60, 60))

  @Test(
    "a face's motion is found to a fiftieth of a pixel",
    arguments: [(SIMD2(0.37, -0.21), 0.0), (SIMD2(3.4, -2.3), 2.5), (SIMD2(-11.7, 6.2), -4)])
  func motion(offset: SIMD2<Double>, degrees: Double) throws {
    let source = try TexturedFace.picture(at: Self.box.center)
    let target = try TexturedFace.picture(
      at: Self.box.center + offset, turn: Angle(degrees: degrees), gain: 0.8)
    // The boxes of a tracker are off by a pixel or two.
    let guess = SimilarityTransform(offset: offset + SIMD2(1.5, -1))
    let found = try #require(FaceRegistration(of: Self.box, from: source, to: target, guess: guess))
    let error = found.motion.applied(to: Self.box.center) - (Self.box.center + offset)
    #expect(abs(error.x) < 0.02 && abs(error.y) < 0.02)
    #expect(abs(found.motion.turn.signed.degrees - degrees) < 0.05)
    #expect(found.correlation > 0.995)
  }

  @Test("away from the face nothing matches")
  func elsewhere() throws {
    let source = try TexturedFace.picture(at: Self.box.center)
    let target = try TexturedFace.noise()
    let found = FaceRegistration(of: Self.box, from: source, to: target, guess: .identity)
    #expect(found.map { $0.correlation < 0.7 } ?? true)
  }

  @Test("a uniform picture has no motion")
  func even() throws {
    let source = try TexturedFace.picture(at: Self.box.center, gain: 0)
    #expect(FaceRegistration(of: Self.box, from: source, to: source, guess: .identity) == nil)
  }
}
