import Glibc
import Testing

@testable import FaceMeta

@Suite struct FaceCandidateTests {
  /// A candidate with its eyes, in distances from the eyes to the mouth, rotated by `degrees`.
  private func candidate(eyes: SIMD2<Float>, rotatedBy degrees: Float) -> FaceCandidate {
    let (c, s) = (cosf(degrees * .pi / 180), sinf(degrees * .pi / 180))
    let points = [eyes / -2, eyes / 2, SIMD2(-0.3, 0.5), SIMD2(0, 1), SIMD2(0.8, 0.2), SIMD2(0.7, 0.2)].map {
      SIMD2(c * $0.x - s * $0.y, s * $0.x + c * $0.y) * 20
    }
    return FaceCandidate(minimum: SIMD2(-20, -20), maximum: SIMD2(20, 20), points: points, score: 0.9)
  }

  @Test(arguments: [Float(0), 30, -50, 120]) func `eyes are level in a face's crop`(degrees: Float) {
    let crop = FaceCrop(candidate(eyes: SIMD2(1, 0.2), rotatedBy: degrees))
    #expect(abs(crop.roll * 180 / .pi - degrees - 11.3) < 0.1)
    #expect(crop.center == .zero && crop.side == 60)
  }

  /// A walking profile was lost for 64 frames: its eyes, a few pixels apart, gave it a roll by chance.
  @Test(arguments: [Float(0), 30, -50, 120]) func `a profile's crop is turned by its mouth, not by its eyes`(
    degrees: Float
  ) {
    for eyes in [SIMD2<Float>(0.1, 0.3), SIMD2(0.2, -0.4), SIMD2(-0.1, 0.1), SIMD2(0, 0)] {
      #expect(abs(FaceCrop(candidate(eyes: eyes, rotatedBy: degrees)).roll * 180 / .pi - degrees) < 0.1, "\(eyes)")
    }
  }
}
