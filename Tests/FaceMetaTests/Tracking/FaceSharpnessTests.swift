import Imaging
import Testing

@testable import FaceMeta

@Suite struct FaceSharpnessTests {
  private static let box = FaceBox(center: SIMD2(160, 120), extent: SIMD2(60, 60))

  private static func sharpness(smear: Double, turn: Double = 0, gain: Double = 1) throws -> FaceSharpness {
    let picture = try TexturedFace.picture(at: box.center, turn: Angle(degrees: turn), gain: gain, smear: smear)
    return try #require(FaceSharpness(of: box, in: picture))
  }

  @Test("a face is the less sharp the further it moved, in any direction", arguments: [0.0, 45, 90, 135])
  func smeared(turn: Double) throws {
    let sharp = try Self.sharpness(smear: 0, turn: turn)
    let relative = try [0, 8, 16, 24].map {
      try Self.sharpness(smear: $0, turn: turn).relative(to: sharp.energies)
    }
    #expect(abs(relative[0] - 1) < 1e-6)
    #expect(relative[1] < 0.97 && relative[2] < 0.85 && relative[3] < 0.6)
    #expect(relative[1] > relative[2] && relative[2] > relative[3])
  }

  @Test("light and contrast change nothing; a uniform picture has no sharpness")
  func light() throws {
    let sharp = try Self.sharpness(smear: 0)
    #expect(abs(try Self.sharpness(smear: 0, gain: 0.5).relative(to: sharp.energies) - 1) < 0.03)
    let uniform = try TexturedFace.picture(at: Self.box.center, gain: 0)
    #expect(FaceSharpness(of: Self.box, in: uniform) == nil)
  }

  @Test("a few sharp frames among blurred ones stand out")
  func sharpest() throws {
    let frames = try (0..<20).map { try Self.sharpness(smear: $0 < 3 ? 0 : 24) }
    let sharpest = try #require(FaceSharpness.sharpest(of: frames))
    #expect(frames[0].relative(to: sharpest) > 1.5 * frames[10].relative(to: sharpest))
    #expect(FaceSharpness.sharpest(of: []) == nil)
  }
}
